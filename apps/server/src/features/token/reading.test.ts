import { needsPerson, type Endpoint } from '@darkroom/contract/endpoint';
import { allEndpoints, endpoints } from '@darkroom/contract/endpoints';
import type { TaskStatus } from '@darkroom/domain/task/status';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seedBuiltIn } from '../../db/built-in-data.ts';
import { GROUPS } from '../../testing/groups.ts';
import { createTestApp, type ApiClient, type TestApp } from '../../testing/app.ts';
import { buildStaff } from '../../testing/factories/people.ts';
import { buildTask } from '../../testing/factories/work.ts';

const { token: calls, task } = endpoints;

let bureau: TestApp;
beforeAll(async () => {
  bureau = await createTestApp();
  await seedBuiltIn(bureau.db);
});
afterAll(() => bureau.close());

let nameCounter = 0;

async function createToken(owner: ApiClient, scope: readonly string[], can_write?: true) {
  const more = can_write ? { can_write } : {};
  const createdToken = await owner.call(calls.add, {
    name: `Kho ${++nameCounter}`,
    scope: [...scope],
    days: 30,
    ...more,
  });
  return bureau.withToken(createdToken.token, owner.user_id);
}

const READ_ONLY_REFUSAL = '403 read_only_token';
const callForCode = async (client: ApiClient, call: Endpoint, input: object) => {
  const { status, problem } = await client.send(call, input);
  return status === 200 ? '200' : `${status} ${problem.code}`;
};

const buildTaskIn = async (status: TaskStatus, editor: number | null) => {
  const { task_id } = await buildTask(bureau.db, { workstream: 'PTE', status, editor });
  return task_id;
};

describe('a read-only token', () => {
  it('the token cannot take its owner’s own steps, unlike a writing token', async () => {
    const editor = await bureau.as({ permissions: [...GROUPS['Editor PTE']] });
    const task_id = await buildTaskIn(3, editor.user_id);
    const reads = await createToken(editor, ['npn_view_task']);
    const writes = await createToken(editor, ['npn_view_task'], true);
    const counted = { task_id, version: 1, action: 'set_quantity', x1: 1 };
    expect(await callForCode(reads, task.act, counted)).toBe(READ_ONLY_REFUSAL);
    expect(await callForCode(reads, task.updateNotes, { task_id, version: 1, notes: 'x' })).toBe(READ_ONLY_REFUSAL);
    expect((await reads.call(task.list, {})).results).toMatchObject([{ task_id, version: 1, status: 3 }]);
    expect(await callForCode(writes, task.act, counted)).toBe('200');
  });

  it('the token cannot start an editor’s work with the code', async () => {
    const editor = await bureau.as({ permissions: [...GROUPS['Editor PTE']] });
    const task_id = await buildTaskIn(2, editor.user_id);
    const start = { task_id, version: 1, action: 'start' };
    const codes = ['npn_view_task', 'npn_start_task'];
    expect(await callForCode(await createToken(editor, codes), task.act, start)).toBe(READ_ONLY_REFUSAL);
    expect(await callForCode(await createToken(editor, ['npn_view_task'], true), task.act, start)).toBe(
      '403 not_allowed',
    );
    expect(await callForCode(await createToken(editor, codes, true), task.act, start)).toBe('200');
  });

  it('the token cannot write for a QC or a leader, with any codes', async () => {
    const { user_id: editor } = await buildStaff(bureau.db, { permissions: [...GROUPS['Editor PTE']] });
    const checked = await buildTaskIn(4, editor);
    const open = await buildTaskIn(1, null);
    const cases = [
      ['QC PTE', task.act, { task_id: checked, version: 1, action: 'start_qc1' }],
      ['Leader PTE', task.assign, { tasks: [{ task_id: open, version: 1 }], editor }],
    ] as const;
    for (const [group, call, input] of cases) {
      const codes = [...new Set(GROUPS[group])];
      const person = await bureau.as({ permissions: [...codes] });
      expect(await callForCode(await createToken(person, codes), call, input)).toBe(READ_ONLY_REFUSAL);
      expect(await callForCode(await createToken(person, codes, true), call, input)).toBe('200');
    }
  });

  it('every write is refused before its input is read, but reads work', async () => {
    const boss = await bureau.as({ is_superuser: true });
    const reads = await createToken(boss, ['npn_view_job', 'npn_add_job', 'npn_change_job', 'npn_delete_job']);
    const changes = allEndpoints.filter(
      (candidate) => candidate.kind === 'write' && candidate.access.kind !== 'public',
    );
    const open = changes.filter((change) => !needsPerson(change));
    const responses = await Promise.all(open.map((endpoint) => callForCode(reads, endpoint, {})));
    expect(new Set(responses)).toEqual(new Set([READ_ONLY_REFUSAL]));
    expect(await callForCode(reads, endpoints.job.list, {})).toBe('200');
    expect(await callForCode(reads, endpoints.export.jobs, {})).toBe('422 validation');
  });

  it('lists and audit mark the token', async () => {
    const own = await bureau.as(['npn_view_job']);
    await createToken(own, ['npn_view_job']);
    await createToken(own, ['npn_view_job'], true);
    expect((await own.call(calls.list, {})).results.map(({ can_write }) => can_write)).toEqual([true, false]);
    const audit = bureau.db.selectFrom('audit').select('after').where('actor_id', '=', own.user_id).orderBy('id');
    expect(await audit.execute()).toMatchObject([{ after: { can_write: false } }, { after: { can_write: true } }]);
    const vague = { name: 'x', scope: ['npn_view_job'], days: 1, can_write: 'yes' as never };
    expect((await own.send(calls.add, vague)).problem.errors).toMatchObject([{ field: 'can_write', code: 'invalid' }]);
  });
});
