import GroupPage from '../../features/access/group/group-page.tsx';
import { ScreensContext } from '../../features/access/screens-context.ts';
import { screensByAddress } from '../screens.ts';

/** The groups, which also tell what each permission opens: passes them the table of screens. */
export default function GroupScreen() {
  return (
    <ScreensContext value={screensByAddress}>
      <GroupPage />
    </ScreensContext>
  );
}
