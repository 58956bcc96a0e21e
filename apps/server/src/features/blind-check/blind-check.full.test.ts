import { endpoints } from '@darkroom/contract/endpoints';
import { SELECTION_DELAY_MS } from '@darkroom/domain/blind-check/blind-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { cleanUp } from '../../http/background.ts';
import { createTestApp, type ApiClient, type TestApp } from '../../testing/app.ts';
import { buildTask } from '../../testing/factories/work.ts';
import { insertFaultTypes, pickTaskVersion } from '../../testing/factories/faulty-tasks.ts';

const { blindCheck, task, appeal, setting } = endpoints;
const QC_PERMISSIONS = ['npn_view_task', 'npn_qc_pte', 'npn_review_task'];
const DAY = 24 * 3_600_000;
const FAULT_RESULT = { passed: false, fault_kinds: ['edge'], note: 'The left edge is rough' };

let bureau: TestApp;
let firstQc: ApiClient;
let secondQc: ApiClient;
let otherQc: ApiClient;
let leader: ApiClient;

beforeAll(async () => {
  bureau = await createTestApp();
  await insertFaultTypes(bureau);
  await setShare(100);
});
beforeEach(async () => {
  await bureau.db.deleteFrom('blind_check').execute();
  [firstQc, secondQc, otherQc] = [
    await bureau.as(QC_PERMISSIONS),
    await bureau.as(QC_PERMISSIONS),
    await bureau.as(QC_PERMISSIONS),
  ];
  leader = await bureau.as(['npn_view_all_pte_tasks', 'npn_assign_task', 'npn_view_task']);
});
afterAll(() => bureau.close());

async function setShare(share: number) {
  const admin = await bureau.as(['npn_admin']);
  const { results } = await admin.call(setting.metadata, { data_type: 'JOB_TASK' });
  const { version } = results.find(({ key }) => key === 'blind_check')!;
  const change = { data_type: 'JOB_TASK' as const, key: 'blind_check', version, value: { share } };
  return admin.send(setting.updateMetadata, change);
}

/** Creates a task that `one` has passed at QC 1 and `two` has just passed at QC 2. */
async function createPassedTask(fields: object = {}) {
  const editor = await bureau.as(['npn_view_task', 'npn_editor_pte']);
  const builtTask = await buildTask(bureau.db, {
    workstream: 'PTE',
    status: 7,
    editor: editor.user_id,
    edited_by_ids: [editor.user_id],
    first_qc: firstQc.user_id,
    qc1_by_ids: [firstQc.user_id],
    second_qc: secondQc.user_id,
    status_before_check: 6,
    x1: 3,
    ...fields,
  });
  return secondQc.call(task.act, { ...pickTaskVersion(builtTask), action: 'qc2_done' });
}
/** Selects blind checks after the undo time. */
async function selectChecks() {
  bureau.clock.advance(SELECTION_DELAY_MS + 1000);
  await cleanUp({ db: bureau.db, clock: bureau.clock });
}
const countWaiting = async (who: ApiClient) => (await who.call(blindCheck.mine, {})).waiting;
const startCheck = async (who: ApiClient) => (await who.call(blindCheck.take, {})).check;

describe('a task that passed QC 2', () => {
  it('a passed task is selected after its undo time, without a change', async () => {
    const row = await createPassedTask();
    await cleanUp({ db: bureau.db, clock: bureau.clock });
    expect(await countWaiting(otherQc)).toBe(0);
    await selectChecks();
    await cleanUp({ db: bureau.db, clock: bureau.clock });
    expect([await countWaiting(otherQc), (await otherQc.call(appeal.waiting, {})).checks]).toEqual([1, 1]);
    const boss = await bureau.as({ is_superuser: true });
    const done = await boss.call(task.act, { ...pickTaskVersion(row), action: 'complete' });
    expect(done.status).toBe(9);
  });

  it('a passed task is not selected after an undo, or with a share of zero', async () => {
    const row = await createPassedTask();
    await secondQc.call(task.undo, { tasks: [pickTaskVersion(row)] });
    await selectChecks();
    expect(await countWaiting(otherQc)).toBe(0);
    expect((await setShare(0)).status).toBe(200);
    await createPassedTask();
    await selectChecks();
    expect(await countWaiting(otherQc)).toBe(0);
    expect((await setShare(2.55)).status).toBe(422);
    expect((await setShare(101)).status).toBe(422);
    await setShare(100);
  });
});

describe('blind checks', () => {
  it('a blind check contains exactly these keys, without people, results or times', async () => {
    const row = await createPassedTask({ notes: 'QC 1: redo the window' });
    await selectChecks();
    const check = await startCheck(otherQc);
    expect(Object.keys(check!).toSorted()).toEqual([
      'customer2_id',
      'detail_note',
      'held_until',
      'id',
      'job_link',
      'job_name',
      'job_notes',
      'job_priority',
      'notes',
      'quantity',
      'service_cat2_id',
      'sub_prod_id',
      'workstream',
      'x1',
      'x2',
      'x3',
    ]);
    // Counted from now, not from the pass.
    expect(Date.parse(check!.held_until)).toBe(Date.parse(bureau.clock()) + DAY);
    expect(check).toMatchObject({ x1: 3, notes: '' });
    const text = JSON.stringify(await otherQc.call(blindCheck.mine, {}));
    for (const word of ['qc', 'editor', 'passed', 'status', 'redo the window']) expect(text).not.toContain(word);
    expect((await otherQc.send(task.history, { task_id: row.task_id })).status).toBe(404);
  });

  it('a blind check is hidden from involved people and from other workstreams', async () => {
    const supporter = await bureau.as(QC_PERMISSIONS);
    await createPassedTask({ supporters: [supporter.user_id] });
    await selectChecks();
    const ots = await bureau.as(['npn_view_task', 'npn_qc_ots', 'npn_review_task']);
    for (const who of [firstQc, secondQc, supporter, ots]) {
      expect(await countWaiting(who)).toBe(0);
      expect(await startCheck(who)).toBeNull();
    }
    expect(await countWaiting(otherQc)).toBe(1);
  });

  it('one person starts a blind check, and can continue or release it', async () => {
    await createPassedTask();
    await selectChecks();
    const third = await bureau.as(QC_PERMISSIONS);
    const startedChecks = await Promise.all([startCheck(otherQc), startCheck(third)]);
    expect(startedChecks.filter((check) => check !== null)).toHaveLength(1);
    const [holder, without] = startedChecks[0] ? [otherQc, third] : [third, otherQc];
    const { id } = (await startCheck(holder))!;
    expect([await countWaiting(without), (await holder.call(blindCheck.mine, {})).check?.id]).toEqual([0, id]);
    expect((await without.send(blindCheck.submit, { id, passed: true })).status).toBe(404);
    const inputs = { id, passed: true, fault_kinds: ['halo'] };
    expect((await holder.send(blindCheck.submit, inputs)).problem.errors).toMatchObject([
      { field: 'fault_kinds', code: 'faults_not_allowed' },
    ]);
    expect((await without.send(blindCheck.release, { id })).status).toBe(404);
    await holder.call(blindCheck.release, { id });
    expect((await startCheck(without))?.id).toBe(id);
  });

  it('a blind check is available to others after a day, and expires after fourteen', async () => {
    await createPassedTask();
    await selectChecks();
    const { id } = (await startCheck(otherQc))!;
    bureau.clock.advance(DAY);
    const [formerHolder, next] = [await bureau.as(otherQc), await bureau.as(QC_PERMISSIONS)];
    expect((await formerHolder.send(blindCheck.submit, { id, passed: true })).problem.code).toBe('blind_check_closed');
    expect((await startCheck(next))?.id).toBe(id);
    bureau.clock.advance(13 * DAY);
    const [holder, fresh] = [await bureau.as(next), await bureau.as(QC_PERMISSIONS)];
    expect((await holder.send(blindCheck.submit, { id, passed: true })).problem.code).toBe('blind_check_closed');
    expect([await countWaiting(fresh), await startCheck(fresh)]).toEqual([0, null]);
  });

  it('a person has one blind check when several windows start at once', async () => {
    for (let n = 0; n < 6; n += 1) await createPassedTask();
    await selectChecks();
    const startedChecks = await Promise.all(Array.from({ length: 8 }, () => startCheck(otherQc)));
    expect(new Set(startedChecks.map((check) => check?.id)).size).toBe(1);
    expect(await countWaiting(await bureau.as(QC_PERMISSIONS))).toBe(5);
  });

  it('a user who acted on the task since then cannot submit the blind check', async () => {
    const row = await createPassedTask();
    await selectChecks();
    const { id } = (await startCheck(otherQc))!;
    await bureau.db
      .updateTable('task')
      .set({ rework_qc_1: otherQc.user_id })
      .where('task_id', '=', row.task_id)
      .execute();
    expect((await otherQc.send(blindCheck.submit, { id, passed: true })).problem.code).toBe('four_eyes');
  });

  it('a blind check with a fault stores its type and changes no figure', async () => {
    const row = await createPassedTask();
    await selectChecks();
    const { id } = (await startCheck(otherQc))!;
    const bare = await otherQc.send(blindCheck.submit, { id, passed: false });
    expect(bare.problem).toMatchObject({ status: 422, code: 'fault_required' });
    expect(
      (await otherQc.send(blindCheck.submit, { id, ...FAULT_RESULT, fault_kinds: ['nothing_known'] })).status,
    ).toBe(422);
    const twice = await otherQc.send(blindCheck.submit, { id, ...FAULT_RESULT, fault_kinds: ['edge', 'edge'] });
    expect(twice.problem.errors).toMatchObject([{ field: 'fault_kinds', code: 'duplicate' }]);
    await otherQc.call(blindCheck.submit, { id, ...FAULT_RESULT });
    expect((await otherQc.send(blindCheck.submit, { id, passed: true })).problem.code).toBe('blind_check_closed');
    const boss = await bureau.as({ is_superuser: true });
    const { task: after, events } = await boss.call(task.history, { task_id: row.task_id });
    expect([after.status, after.version, events.length]).toEqual([8, row.version, 1]);
  });
});

describe('agreement', () => {
  it('agreement is shown in pairs to leaders, and without names to QCs', async () => {
    for (const checkResult of [{ passed: true }, FAULT_RESULT, { passed: true }]) {
      await createPassedTask();
      await selectChecks();
      const { id } = (await startCheck(otherQc))!;
      await otherQc.call(blindCheck.submit, { id, ...checkResult });
    }
    const led = await leader.call(blindCheck.agreement, {});
    const counts = { checked: 3, agreed: 2, share: null, from: null, to: null };
    expect(led.led_workstreams).toEqual(counts);
    const pairs = [firstQc, secondQc].map(({ user_id }) => ({
      passed_by: user_id,
      checked_by: otherQc.user_id,
      ...counts,
    }));
    expect(led.pairs).toEqual(pairs.toSorted((a, b) => a.passed_by - b.passed_by));
    expect(led.kinds).toEqual([{ kind: 'edge', named: 1, checked: 3 }]);
    expect(led.found).toMatchObject([
      { checked_by: otherQc.user_id, qc_1: firstQc.user_id, qc_2: secondQc.user_id, note: FAULT_RESULT.note },
    ]);
    const own = await secondQc.call(blindCheck.agreement, {});
    expect(own).toMatchObject({
      own: { passes: counts, checks_made: { checked: 0 } },
      led_workstreams: null,
      pairs: [],
    });
    expect(own.found).toMatchObject([{ checked_by: null, qc_1: null, qc_2: null, fault_kinds: ['edge'] }]);
    const response = await otherQc.call(blindCheck.agreement, {});
    expect(response).toMatchObject({ own: { checks_made: counts, passes: { checked: 0 } }, found: [], kinds: [] });
    const elsewhere = await bureau.as(['npn_view_all_ots_tasks', 'npn_assign_task']);
    expect(await elsewhere.call(blindCheck.agreement, {})).toMatchObject({
      led_workstreams: { checked: 0 },
      pairs: [],
      found: [],
    });
  });
});
