import LockPage from '../features/setting/lock/lock-page.tsx';
import MetadataPage from '../features/setting/metadata/metadata-page.tsx';
import WebhookPage from '../features/webhook/webhook-page.tsx';
import GroupScreen from './routes/group-screen.tsx';
import PermissionScreen from './routes/permission-screen.tsx';

/** What the office sets for the bureau, now and then. */
export const SETTING = {
  permission: PermissionScreen,
  group: GroupScreen,
  lock: LockPage,
  metadata: MetadataPage,
  webhook: WebhookPage,
};
