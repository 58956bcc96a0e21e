import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { distributeByLoad, type EditorLoad, type TaskToAssign } from './distribute.ts';

const createEditor = (user_id: number, minutes = 0, more: Partial<EditorLoad> = {}): EditorLoad => ({
  user_id,
  minutes,
  open_tasks: 0,
  workstreams: ['PTE'],
  ...more,
});
const createTask = (task_id: number, minutes = 10, more: Partial<TaskToAssign> = {}): TaskToAssign => ({
  task_id,
  minutes,
  workstream: 'PTE',
  excluded_users: [],
  ...more,
});
const distributeTasks = (tasks: TaskToAssign[], editors: EditorLoad[]) =>
  Object.fromEntries(distributeByLoad(tasks, editors).shares.map(({ user_id, task_ids }) => [user_id, task_ids]));

describe('dividing tasks by load', () => {
  it('the editor with the least work gets the next task', () => {
    expect(
      distributeTasks(
        [createTask(1), createTask(2), createTask(3), createTask(4)],
        [createEditor(7, 0), createEditor(8, 20)],
      ),
    ).toEqual({
      7: [1, 2, 4],
      8: [3],
    });
  });

  it('the longest task is assigned first, so that the loads stay even', () => {
    expect(
      distributeTasks([createTask(1, 5), createTask(2, 5), createTask(3, 60)], [createEditor(7), createEditor(8)]),
    ).toEqual({ 7: [3], 8: [1, 2] });
  });

  it('a task goes only to editors of its workstream within four eyes', () => {
    const tasks = [
      createTask(1, 10, { workstream: 'OTS' }),
      createTask(2, 10, { excluded_users: [7] }),
      createTask(3, 10, { excluded_users: [7, 8] }),
    ];
    const { shares, left } = distributeByLoad(tasks, [createEditor(7), createEditor(8)]);
    expect(shares).toEqual([{ user_id: 8, task_ids: [2], minutes: 10, minutes_after: 10, open_after: 1 }]);
    expect(left).toEqual([1, 3]);
  });

  it('each task is assigned once, and loads differ by at most one task', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 500 }), { maxLength: 60 }),
        fc.array(fc.integer({ min: 0, max: 2000 }), { minLength: 1, maxLength: 12 }),
        (lengths, loads) => {
          const tasks = lengths.map((minutes, index) => createTask(index + 1, minutes));
          const editors = loads.map((minutes, index) => createEditor(index + 1, minutes));
          const { shares, left } = distributeByLoad(tasks, editors);
          expect(left).toEqual([]);
          const all = shares.flatMap(({ task_ids }) => task_ids).toSorted((a, b) => a - b);
          expect(all).toEqual(tasks.map(({ task_id }) => task_id));
          const after = editors.map(
            ({ user_id, minutes }) => shares.find((share) => share.user_id === user_id)?.minutes_after ?? minutes,
          );
          for (const { user_id, task_ids, minutes_after } of shares) {
            const longest = Math.max(...task_ids.map((id) => lengths[id - 1] ?? 0));
            expect(minutes_after - longest, `editor ${user_id}`).toBeLessThanOrEqual(Math.min(...after));
          }
        },
      ),
    );
  });
});
