import PermissionPage from '../../features/access/permission/permission-page.tsx';
import { ScreensContext } from '../../features/access/screens-context.ts';
import { screensByAddress } from '../screens.ts';

/** The permissions and what each opens: passes them the table of screens. */
export default function PermissionScreen() {
  return (
    <ScreensContext value={screensByAddress}>
      <PermissionPage />
    </ScreensContext>
  );
}
