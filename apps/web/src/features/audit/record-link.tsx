import type { AuditEntity, AuditEntry } from '@darkroom/contract/audit';
import { Link } from '@tanstack/react-router';
import { useTranslation } from '../../lib/i18n/use-translation.tsx';
import { Ellipsis } from '../../ui/data-table/data-table-ellipsis.tsx';

type Target = readonly [to: string, search?: object];

/** Screens of the records, by kind. `id` is the record, or for parts of a record the record that contains it. */
const SCREENS: { readonly [E in AuditEntity]?: (id: number, entityId: string) => Target } = {
  service_type: () => ['/setting/category'],
  service_cat1: () => ['/setting/category'],
  service_cat2: () => ['/setting/category'],
  cus0: (id) => ['/customer/details', { cus_id0: [id] }],
  cus1: (id) => ['/customer/details', { cus_id1: id, open: [id] }],
  customer_price: (id) => ['/customer/prices', { cus: id }],
  customer_request: (id) => ['/customer/requests', { request: id }],
  quote: (id) => ['/customer/requests', { request: id }],
  staff: (id) => ['/staff/member', { member: id }],
  leave: () => ['/staff/leave'],
  team: (id) => ['/staff/team', { team: id }],
  allowance: (id, entityId) => ['/account/allowance', { by: 'all', person: id, month: entityId.split(' ')[1] }],
  allowance_month: (_id, entityId) => ['/account/allowance', { by: 'all', month: entityId }],
  staff_group: (id) => ['/setting/group', { form: id }],
  permission: (id) => ['/setting/permission', { open: id }],
  metadata: () => ['/setting/metadata'],
  setting: () => ['/setting/metadata'],
  webhook: (id) => ['/setting/webhook', { webhook: id }],
  system_lock: () => ['/setting/lock'],
  job: (id) => ['/job', { job_id: id, open: [id] }],
  job_detail: (id) => ['/job', { job_id: id, open: [id] }],
  task: (id) => ['/job/task', { tab: 'all', task: id }],
};

/** Kinds whose screen shows them with the record that contains them. */
const PARTS: readonly AuditEntity[] = ['job_detail', 'customer_price', 'quote'];

/** Name of an entry's record, as a link to its screen. A record that the reader cannot view has no link. */
export function RecordLink({ entry, name }: { entry: AuditEntry; name: string }) {
  const { t } = useTranslation('history');
  const { entity, entity_id, parent_id, hidden } = entry;
  if (entity === null) return null;
  const id = PARTS.includes(entity) ? parent_id : Number.parseInt(entity_id ?? '', 10);
  const target = hidden || id === null ? undefined : SCREENS[entity]?.(id, entity_id ?? '');
  if (!target) return <Ellipsis>{name}</Ellipsis>;
  const [to, search = {}] = target;
  return (
    <Link to={to} search={search} aria-label={`${t(`entity.${entity}`)} ${name}`}>
      <Ellipsis>{name}</Ellipsis>
    </Link>
  );
}
