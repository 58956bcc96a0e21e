import GroupPage from '../features/access/group/group-page.tsx';
import PermissionPage from '../features/access/permission/permission-page.tsx';
import LockPage from '../features/setting/lock/lock-page.tsx';
import MetadataPage from '../features/setting/metadata/metadata-page.tsx';
import WebhookPage from '../features/webhook/webhook-page.tsx';

/** What the office sets for the bureau, now and then. */
export const SETTING = {
  permission: PermissionPage,
  group: GroupPage,
  lock: LockPage,
  metadata: MetadataPage,
  webhook: WebhookPage,
};
