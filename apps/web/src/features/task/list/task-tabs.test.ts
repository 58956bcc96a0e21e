import type { Actor } from '@darkroom/domain/task/decide';
import { describe, expect, it } from 'vitest';
import { listTabs } from './task-tabs.ts';

const createActor = (user_id: number, ...permissions: string[]): Actor => ({
  user_id,
  account: 'staff',
  is_superuser: false,
  permissions: new Set(permissions),
});
const editor = createActor(1, 'npn_view_task', 'npn_editor_pte', 'npn_start_task', 'npn_done_task');
const leader = createActor(3, 'npn_view_all_pte_tasks', 'npn_assign_task', 'npn_completed_task');

describe('the lists of a user', () => {
  it('editors and QCs have their own three lists', () => {
    expect(listTabs(editor)).toEqual(['mine', 'waiting', 'pool']);
  });

  it('leaders have all tasks, and their own three lists if they also edit', () => {
    expect(listTabs(leader)).toEqual(['all']);
    const leadingEditor = createActor(4, ...leader.permissions, ...editor.permissions);
    expect(listTabs(leadingEditor)).toEqual(['all', 'mine', 'waiting', 'pool']);
  });
});
