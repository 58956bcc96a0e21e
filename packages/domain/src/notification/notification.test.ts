import { describe, expect, it } from 'vitest';
import type { PermissionCode } from '../permission/codes.ts';
import { getReceivableKinds, NOTIFICATION_KINDS } from './notification.ts';

const createStaff = (...codes: PermissionCode[]) =>
  ({ account: 'staff', is_superuser: false, permissions: new Set<string>(codes) }) as const;

describe('kinds of notifications for a user', () => {
  it('a user gets the kinds of their work: editing, checking, requests', () => {
    expect(getReceivableKinds(createStaff('npn_view_task', 'npn_editor_pte'))).toEqual([
      'fault',
      'rework',
      'assigned',
      'note',
      'appeal',
    ]);
    expect(getReceivableKinds(createStaff('npn_view_task', 'npn_qc_ots', 'npn_review_task'))).toEqual([
      'assigned',
      'note',
      'appeal',
    ]);
    expect(getReceivableKinds(createStaff('npn_view_job', 'npn_cs_customer_request'))).toEqual(['request']);
    expect(getReceivableKinds(createStaff('npn_admin_customer_request', 'npn_view_all_tasks'))).toEqual([
      'note',
      'request',
    ]);
  });

  it('a user without tasks and requests gets none, and a superuser gets all', () => {
    expect(
      getReceivableKinds(createStaff('npn_admin_allowance', 'npn_editor_ots', 'npn_view_all_customer_request')),
    ).toEqual([]);
    expect(getReceivableKinds({ ...createStaff(), is_superuser: true })).toEqual([...NOTIFICATION_KINDS]);
  });
});
