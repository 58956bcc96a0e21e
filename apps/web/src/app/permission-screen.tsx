import PermissionPage from '../features/access/permission-page.tsx';
import { ScreensContext } from '../features/access/screens-context.ts';
import { screensByAddress } from './screens.ts';

/** The permissions and what each opens: the table of screens is handed in here. */
export default function PermissionScreen() {
  return (
    <ScreensContext value={screensByAddress}>
      <PermissionPage />
    </ScreensContext>
  );
}
