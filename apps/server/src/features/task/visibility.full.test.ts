import type { Endpoint } from '@darkroom/contract/endpoint';
import { allEndpoints, endpoints } from '@darkroom/contract/endpoints';
import { TASK_ACTIONS } from '@darkroom/domain/task/transitions';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { toJsonSchema } from '../../http/response/openapi.ts';
import { createTestApp, type ApiClient, type TestApp } from '../../testing/app.ts';
import { buildStaff } from '../../testing/factories/people.ts';
import { buildRequest } from '../../testing/factories/requests.ts';
import { buildTask } from '../../testing/factories/work.ts';

/** Part of every text of the hidden task. A response with this text is a leak. */
const SECRET = 'not-for-everybody';
const ALL_BUT_VIEW_PERMISSIONS = [
  'npn_view_task',
  'npn_view_all_ots_tasks',
  'npn_view_job',
  'npn_view_redo',
  'npn_add_task',
  'npn_change_task',
  'npn_delete_task',
  'npn_assign_task',
  'npn_completed_task',
  'npn_rework_task',
  'npn_do_any_task',
  'npn_change_task_note',
  'npn_change_redo_task',
  'npn_delete_redo_task',
  'npn_change_job',
  'npn_delete_job',
  'npn_add_job_detail',
  'npn_change_job_detail',
  'npn_admin_customer_request',
];

let bureau: TestApp;
/** A user with all permissions for tasks who sees only the other workstream. */
let outsider: ApiClient;
/** A complaint about the hidden task's job, on a board of the stranger. */
let complaint: number;
/** An appeal of the hidden task's editor. */
let appeal: { id: number; fault_id: number };
let hidden: { task_id: number; version: number; job_id: number; job_detail_id: number; editor: number };

beforeAll(async () => {
  bureau = await createTestApp();
  outsider = await bureau.as(ALL_BUT_VIEW_PERMISSIONS);
  const editor = await buildStaff(bureau.db, { permissions: ['npn_editor_pte'] });
  const task = await buildTask(bureau.db, {
    workstream: 'PTE',
    status: 13,
    editor: editor.user_id,
    x1: 3,
    notes: SECRET,
    rework_notes: SECRET,
    rework_quantity: 1,
    rework_at: bureau.clock(),
    supporters: [(await buildStaff(bureau.db)).user_id],
  });
  hidden = { ...task, editor: editor.user_id };
  const at = await bureau.db
    .selectFrom('job')
    .innerJoin('cus2', 'cus2.id', 'job.customer2_id')
    .select('cus_id1')
    .where('job_id', '=', hidden.job_id)
    .executeTakeFirstOrThrow();
  const requestFields = { type: 'FAULTS', status: 'TODO', job_id: hidden.job_id, ...at } as const;
  complaint = (await buildRequest(bureau.db, requestFields)).id;
  // A user who sees the task leaves an entry in its history.
  const boss = await bureau.as({ is_superuser: true });
  const noted = await boss.call(endpoints.task.updateNotes, { ...toTaskVersion(), notes: `${SECRET} twice` });
  hidden = { ...hidden, version: noted.version };
  const step = { task_id: hidden.task_id, action: 'recheck_fault', from_status: 14, to_status: 13, at: bureau.clock() };
  const fault = await bureau.db
    .insertInto('task_history')
    .values({ ...step, x1: 3, x2: 0, x3: 0, note: SECRET, fault_kinds: ['colour'], editor: hidden.editor })
    .returning('id')
    .executeTakeFirstOrThrow();
  const appealFields = { fault_id: fault.id, task_id: hidden.task_id, workstream: 'PTE', reason: SECRET };
  appeal = await bureau.db
    .insertInto('fault_appeal')
    .values({ ...appealFields, created_by: hidden.editor, created_at: bureau.clock(), excluded_users: [] })
    .returning(['id', 'fault_id'])
    .executeTakeFirstOrThrow();
});
afterAll(() => bureau.close());

const toTaskVersion = () => ({ task_id: hidden.task_id, version: hidden.version });
const createExportInput = (filter: object) => ({ format: 'xlsx', language: 'en', filter });

/** Input about the hidden task for each endpoint with a task number in its input or output. */
const CALL_INPUTS: Record<string, () => object[]> = {
  'task.list': () => [
    {},
    { job_id: hidden.job_id },
    { text: `#${hidden.task_id}` },
    { scope: 'pool' },
    { scope: 'waiting' },
  ],
  'task.ids': () => [{}, { job_id: hidden.job_id }, { job_ids: [hidden.job_id] }, { text: `${hidden.task_id}` }],
  'task.history': () => [{ task_id: hidden.task_id }],
  'task.times': () => [{ task_ids: [hidden.task_id] }],
  'task.shares': () => [{ task_ids: [hidden.task_id] }],
  'task.editorFaults': () => [{ task_id: hidden.task_id }],
  'task.act': () =>
    TASK_ACTIONS.filter((action) => action !== 'assign').map((action) => ({
      ...toTaskVersion(),
      action,
      x1: 1,
      note: 'n',
      rework_quantity: 1,
      rework_notes: 'n',
    })),
  'task.assign': () => [{ tasks: [toTaskVersion()], editor: hidden.editor }],
  'task.adminUpdate': () => [{ ...toTaskVersion(), reason: 'r', notes: 'mine now' }],
  'task.updateNotes': () => [{ ...toTaskVersion(), notes: 'mine now' }],
  'task.supporters': () => [{ ...toTaskVersion(), supporters: [] }],
  'task.delete': () => [{ tasks: [toTaskVersion()] }],
  'task.bulk': () =>
    (['assign', 'reassign', 'reject', 'complete', 'delete'] as const).map((action) => ({
      action,
      tasks: [toTaskVersion()],
      editor: hidden.editor,
    })),
  'task.undo': () => [{ tasks: [toTaskVersion()] }],
  'task.handOver': () => [{ tasks: [toTaskVersion()], editors: { PTE: hidden.editor } }],
  'task.add': () => [{ job_detail_id: hidden.job_detail_id }],
  'redo.list': () => [
    { state: 'all' },
    { state: 'open', job_id: hidden.job_id },
    { state: 'all', text: `#${hidden.task_id}` },
  ],
  'redo.update': () => [{ ...toTaskVersion(), rework_notes: 'n' }],
  'redo.delete': () => [toTaskVersion(), { task_id: hidden.task_id }],
  'job.list': () => [{ job_id: hidden.job_id }, { task_status: [13] }],
  'job.update': () => [
    { job_id: hidden.job_id, version: 99, job_name: 'n' },
    { job_id: hidden.job_id, version: 1, job_name: 'n' },
  ],
  'job.delete': () => [
    { jobs: [{ job_id: hidden.job_id, version: 2 }] },
    { jobs: [{ job_id: hidden.job_id, version: 99 }] },
    { job_details: [{ job_detail_id: hidden.job_detail_id, version: 1 }] },
    { job_details: [{ job_detail_id: hidden.job_detail_id, version: 99 }] },
  ],
  'job.addDetail': () => [{ job_id: hidden.job_id, service_cat1_id: 1, service_cat2_id: 1, quantity: 1 }],
  'job.updateDetail': () => [
    { job_detail_id: hidden.job_detail_id, version: 99, note: 'n' },
    { job_detail_id: hidden.job_detail_id, version: 1, note: 'n' },
  ],
  'job.bulk': () => [{ action: 'delete', jobs: [{ job_id: hidden.job_id, version: 2 }] }],
  'job.details': () => [{ job_id: hidden.job_id }],
  'request.rework': () => [
    {
      id: complaint,
      version: 1,
      tasks: [{ ...toTaskVersion(), rework_quantity: 1, rework_notes: 'n', fault_kinds: [] }],
    },
  ],
  'request.complaint': () => [{ id: complaint }],
  'notification.list': () => [{}],
  'task.advice': () => [{ tasks: [hidden.task_id] }],
  'blindCheck.agreement': () => [{}],
  'appeal.list': () => [{}, { list: 'decided' }],
  'appeal.create': () => [{ task_id: hidden.task_id, fault_id: appeal.fault_id, reason: 'n' }],
  'appeal.decide': () => [{ id: appeal.id, version: 1, upheld: true, decision: 'n' }],
  'history.list': () => [
    { entity: 'task', entity_id: hidden.task_id },
    { entity: 'job', entity_id: hidden.job_id },
    { entity: 'job_detail', entity_id: hidden.job_detail_id },
  ],
  'dueDate.forecastsOf': () => [{ job_ids: [hidden.job_id] }],
  'quality.tasks': () => [{ date_from: '2026-01-01', date_to: '2026-12-31', figure: 'qc1_yield', part: 'denominator' }],
  'floor.board': () => [{}],
  'floor.handover': () => [{ date_from: '2026-11-20', date_to: '2026-11-20' }],
  'export.tasks': () => [createExportInput({}), createExportInput({ text: `#${hidden.task_id}` })],
  'export.redo': () => [createExportInput({ state: 'all' })],
  'export.jobs': () => [createExportInput({})],
  'export.jobDetails': () => [createExportInput({})],
};

/** Returns true for endpoints with a task number in input or output. */
const hasTasksInOutput = (endpoint: Endpoint): boolean =>
  [toJsonSchema(endpoint.input, 'input'), toJsonSchema(endpoint.output, 'output')].some((schema) =>
    /"task_ids?"|"rework_quantity"/.test(JSON.stringify(schema)),
  );

/** Returns true for endpoints with a task number in the input. */
const hasTaskIdInput = (endpoint: Endpoint) =>
  /"task_ids?"/.test(JSON.stringify(toJsonSchema(endpoint.input, 'input')));

describe('a task that the caller does not see', () => {
  it('every endpoint with task numbers is tested', () => {
    const speaking = allEndpoints.filter(hasTasksInOutput).map((endpoint) => endpoint.name);
    // Endpoints of staff hand over a person's open work and are about the person (decision 067).
    const ofPeople = ['staff.tasksInProgress', 'staff.delete', 'staff.update'];
    // Endpoints that add work return only new tasks.
    const ofNewWork = ['job.bulkAdd', 'request.newJob'];
    const elsewhere = [...ofPeople, ...ofNewWork];
    const missing = speaking.filter((name) => !Object.hasOwn(CALL_INPUTS, name) && !elsewhere.includes(name));
    expect(missing).toEqual([]);
  });

  it.each(
    allEndpoints
      .filter((endpoint) => Object.hasOwn(CALL_INPUTS, endpoint.name))
      .map((candidate) => [candidate.name, candidate] as const),
  )('%s hides the task and does not change it', async (name, endpoint) => {
    for (const input of CALL_INPUTS[name]?.() ?? []) {
      const before = await readHiddenRow();
      const response = await bureau.app.inject({
        method: 'POST',
        url: endpoint.path,
        headers: { authorization: `Bearer ${outsider.token}` },
        payload: input,
      });
      expect(response.statusCode, `${name} ${response.body}`).toBeLessThan(500);
      expect(response.statusCode, `${name} ${JSON.stringify(input)} ${response.body}`).not.toBe(422);
      expect(response.body).not.toContain(SECRET);
      if (hasTaskIdInput(endpoint) && response.statusCode !== 200) expect(response.statusCode).toBe(404);
      if (endpoint.kind !== 'download') expectNoTaskDetails(JSON.parse(response.body));
      expect(await readHiddenRow()).toEqual(before);
    }
  });

  it("users who see the job see only the task's status in its row of cells", async () => {
    const listTasksOfDetail = async (who: ApiClient) =>
      (await who.call(endpoints.job.list, { job_id: hidden.job_id })).results[0]?.job_details[0]?.tasks;
    const bare = [{ task_id: hidden.task_id, status: 13 }];
    expect(await listTasksOfDetail(outsider)).toEqual(bare);
    expect(await listTasksOfDetail(await bureau.as(['npn_view_job']))).toEqual(bare);
    expect(await listTasksOfDetail(await bureau.as(['npn_view_job', 'npn_view_all_pte_tasks']))).toMatchObject([
      { task_id: hidden.task_id, notes: `${SECRET} twice`, editor: hidden.editor },
    ]);
  });
});

const readHiddenRow = () =>
  bureau.db.selectFrom('task').selectAll().where('task_id', '=', hidden.task_id).executeTakeFirst();

/** Checks that the task's number appears only with its status. */
function expectNoTaskDetails(value: unknown): void {
  if (Array.isArray(value)) value.forEach(expectNoTaskDetails);
  else if (typeof value === 'object' && value !== null) {
    const row = Object.entries(value);
    if (row.some(([key, of]) => key === 'task_id' && of === hidden.task_id)) {
      const presentKeys = row.filter(([, of]) => of !== null).map(([key]) => key);
      expect(['task_id', 'status', 'code']).toEqual(expect.arrayContaining(presentKeys));
    }
    row.forEach(([, of]) => expectNoTaskDetails(of));
  }
}

describe('a detail to which a user can add tasks', () => {
  it('task.add returns 404 for a detail whose tasks the user could not see', async () => {
    const signInToAdd = (...codes: string[]) => bureau.as(['npn_add_task', ...codes]);
    const addTask = async (who: ApiClient) =>
      (await who.send(endpoints.task.add, { job_detail_id: hidden.job_detail_id })).status;
    expect(await addTask(await signInToAdd())).toBe(404);
    expect(await addTask(await signInToAdd('npn_view_all_ots_tasks'))).toBe(404);
    expect(await addTask(await signInToAdd('npn_view_task', 'npn_editor_ots'))).toBe(404);
    expect(await addTask(await signInToAdd('npn_view_task', 'npn_editor_pte'))).toBe(200);
    expect(await addTask(await signInToAdd('npn_view_all_pte_tasks'))).toBe(200);
  });
});
