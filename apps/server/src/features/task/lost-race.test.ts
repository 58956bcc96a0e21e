import { endpoints } from '@darkroom/contract/endpoints';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../testing/app.ts';
import { buildTask } from '../../testing/factories/work.ts';

let bureau: TestApp;

beforeAll(async () => {
  bureau = await createTestApp();
});
afterAll(() => bureau.close());

describe('the later of two users who act at once', () => {
  const RACES = ['npn_view_task', 'npn_editor_pte', 'npn_assign_task', 'npn_change_task_note'] as const;

  it('the later user sees the first user’s name for ten minutes, without later changes', async () => {
    const winner = await bureau.as(['npn_view_task', 'npn_editor_pte', 'npn_start_task']);
    const loser = await bureau.as([...RACES]);
    const { task_id, version } = await buildTask(bureau.db, { workstream: 'PTE' });
    const take = { tasks: [{ task_id, version }], editor: loser.user_id };
    const [takenTask] = (
      await winner.call(endpoints.task.assign, { tasks: [{ task_id, version }], editor: winner.user_id })
    ).results;
    const currentTask = {
      task_id,
      version: version + 1,
      status: 2,
      editor: winner.user_id,
      first_qc: null,
      second_qc: null,
    };
    const lost = await loser.send(endpoints.task.assign, take);
    expect(lost.problem).toMatchObject({ status: 409, code: 'stale' });
    expect(lost.problem.current).toEqual(currentTask);
    await winner.call(endpoints.task.act, { task_id, version: takenTask!.version, action: 'start' });
    expect((await loser.send(endpoints.task.assign, take)).problem.current).toEqual(currentTask);
    const { refused } = await loser.call(endpoints.task.bulk, { action: 'assign', ...take });
    expect(refused).toEqual([{ task_id, code: 'stale', current: currentTask }]);
    bureau.clock.advance(10 * 60_000 + 1);
    expect((await loser.send(endpoints.task.assign, take)).status).toBe(404);
  });

  it('only a user whose version allowed the step sees the first user’s name', async () => {
    const winner = await bureau.as(['npn_view_task', 'npn_editor_pte', 'npn_start_task']);
    const otherUser = await bureau.as([...RACES]);
    const { task_id, version } = await buildTask(bureau.db, { workstream: 'PTE' });
    await winner.call(endpoints.task.assign, { tasks: [{ task_id, version }], editor: winner.user_id });
    const taskVersion = { task_id, version };
    const responses = [
      await otherUser.send(endpoints.task.act, { ...taskVersion, action: 'start' }),
      await otherUser.send(endpoints.task.act, { ...taskVersion, action: 'start_qc1' }),
      await otherUser.send(endpoints.task.updateNotes, { ...taskVersion, notes: 'mine' }),
      await otherUser.send(endpoints.task.supporters, { ...taskVersion, supporters: [] }),
      await otherUser.send(endpoints.task.assign, {
        tasks: [{ task_id, version: version + 1 }],
        editor: otherUser.user_id,
      }),
    ];
    for (const { status, problem } of responses) {
      expect(status).toBe(404);
      expect(problem).not.toHaveProperty('current');
    }
  });
});
