// @vitest-environment happy-dom
import type { CustomerRow } from '@darkroom/contract/customer/customer';
import type { Endpoint } from '@darkroom/contract/endpoint';
import { endpoints } from '@darkroom/contract/endpoints';
import type { PriceRow } from '@darkroom/contract/price/price';
import { TaskStatus } from '@darkroom/domain/task/status';
import type { TaskAction } from '@darkroom/domain/task/transitions';
import { screen, waitFor } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { Form, Input, type FormInstance } from 'antd';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { useState, type ReactNode } from 'react';
import { describe, expect, it, vi } from 'vitest';
import DayForm from '../features/allowance/month/day-form.tsx';
import { useAllowanceSheet } from '../features/allowance/sheet/use-sheet.ts';
import { SignInForm } from '../features/auth/sign-in-form.tsx';
import { DeleteCustomer } from '../features/customer/form/delete-dialog.tsx';
import { createReasonStore, useJobEdits } from '../features/job/list/use-job-edits.ts';
import { DeleteRowsDialog } from '../features/job/bulk/delete-dialog.tsx';
import { SubmissionFailure } from '../features/job/bulk-add/bulk-add.tsx';
import type { DraftValidation } from '../features/job/bulk-add/validation/validation.ts';
import { useSubmission } from '../features/job/bulk-add/use-submission.ts';
import { usePriceDraft } from '../features/price/grid/use-price-draft.ts';
import { useDeleteRedo } from '../features/redo/use-delete-redo.ts';
import { RequestMovesProvider, useRequestMoves } from '../features/request/use-request-moves.tsx';
import { Supporters } from '../features/task/record/supporters.tsx';
import { useApiMutation } from '../lib/api/query.ts';
import { ToastContext } from '../lib/toast.ts';
import { useBulkActions } from '../entities/assign/use-bulk-actions.tsx';
import { FixRows } from '../entities/record-import/fix-rows.tsx';
import { TaskStepsProvider, useTaskSteps } from '../entities/task/steps/use-task-steps.tsx';
import { createProblemResponse } from '../testing/network.ts';
import { showPart } from '../testing/part.tsx';
import { createDailyEntry } from '../testing/allowances.ts';
import { createRequestRow, createTaskRow } from '../testing/rows.ts';
import { createEditStore, type TableCellEdit } from '../ui/data-table/edit/cell-edit.ts';
import { EditCell, EditContext } from '../ui/data-table/edit/data-table-edit.tsx';
import { useTableSettings } from '../ui/data-table/columns/data-table-settings.ts';

const TASK = createTaskRow({ status: TaskStatus.EDITOR_ASSIGNED, start_time: null });
const JOB = {
  job_id: 1,
  version: 1,
  prod_id: '261118-001',
  job_date: '2026-11-18',
  job_status: 'TO_DO',
  quoted: false,
  requested: false,
  below: 0,
  job_name: 'Wedding',
} as const;
const DAY = createDailyEntry({ staff_id: 1, meal_fee: 1 });
const CUSTOMER = {
  cus_id1: 5,
  cus1_name: 'Lumen',
  cus2_list: [],
  cus0: { cus1_count: 2 },
  login: null,
  job_count: 0,
  price_count: 0,
  request_count: 0,
} as unknown as CustomerRow;
const PRICE: PriceRow = {
  service_type: 'Photo',
  service_cat1: 'Retouch',
  service_cat2: 'Basic',
  service_cat2_id: 3,
  version: 1,
  retail_price: 1,
  wholesale_price: 0.5,
  estimate_minutes: 10,
} as unknown as PriceRow;

/** Every failure of a write that is not about a field of the screen. */
const FAILURES = {
  'a record that is gone (404)': () =>
    createProblemResponse(404, 'not_found', { errors: [createUnknownField('not_found')] }),
  'another version (409)': () => createProblemResponse(409, 'stale'),
  'a field that the screen does not have (422)': () =>
    createProblemResponse(422, 'validation', { errors: [createUnknownField('unknown_field')] }),
  'a lock (423)': () => createProblemResponse(423, 'locked', { detail: 'Stocktaking' }),
  'too many calls (429)': () => createProblemResponse(429, 'too_many_attempts', { retry_after: 30 }),
  'a broken server (500)': () => createProblemResponse(500, 'internal'),
  'no network': () => Promise.reject(new TypeError('no network')),
} satisfies Record<string, () => Response | Promise<never>>;
const createUnknownField = (code: string) => ({ field: 'shoe_size', code, message: '' });

const getMessages = () =>
  [...document.querySelectorAll('[role=status] > [data-kind]:not([data-kind=success]), [role=alert]')]
    .map((place) => place.textContent.trim())
    .filter(Boolean);

const writes = Object.values(endpoints)
  .flatMap((all): Endpoint[] => Object.values(all))
  .filter(({ kind }) => kind === 'write');

/** A screen that leaves failures to the shared mechanism. Each write is sent by a button and by a form. */
function Callers() {
  const [form] = Form.useForm<object>();
  return (
    <Form form={form}>
      <Form.Item name="name">
        <Input />
      </Form.Item>
      {writes.flatMap((endpoint) => [
        <Caller key={endpoint.name} endpoint={endpoint} />,
        <Caller key={`${endpoint.name} form`} endpoint={endpoint} form={form} />,
      ])}
    </Form>
  );
}
function Caller({ endpoint, ...options }: { endpoint: Endpoint; form?: FormInstance }) {
  const { mutate } = useApiMutation(endpoint, options);
  return <PressButton on={() => mutate({ id: 1 })} />;
}

// Found by its text, because roles calculate the styles of every element.
const pressButton = async (user: UserEvent) => user.click(await screen.findByText('Press'));
const PressButton = ({ on }: { on: () => unknown }) => <button onClick={() => void on()}>Press</button>;

function Step({ action }: { action: TaskAction }) {
  const { pressStep: startStep } = useTaskSteps();
  return (
    <PressButton
      on={() => startStep(action === 'assign' ? createTaskRow({ status: 1, editor: null }) : TASK, action)}
    />
  );
}
const undoStub = { offer: () => undefined, trackPending: () => undefined };
function Many() {
  const { run } = useBulkActions(undoStub);
  return <PressButton on={() => run([{ action: 'assign', tasks: [TASK], editor: 7 }])} />;
}
function Redo() {
  const { run } = useDeleteRedo();
  return <PressButton on={() => run(TASK)} />;
}
function Move() {
  const { begin } = useRequestMoves();
  return <PressButton on={() => begin(createRequestRow(), 'start')} />;
}
function Prices() {
  const { set, save, figures } = usePriceDraft(5, ROWS);
  return (
    <>
      <button onClick={() => set([{ id: 3, field: 'retail_price', value: 2 }])}>Type</button>
      {figures.rows.length > 0 && <PressButton on={save} />}
    </>
  );
}
const ROWS = [PRICE];
function Sheet() {
  const { set } = useAllowanceSheet(NOBODY, ['sheet']);
  return <PressButton on={() => set([{ id: 1, field: '2026-11-02 meal_fee', value: 1 }])} />;
}
const NOBODY: never[] = [];
function Cell() {
  const [store] = useState(createEditStore);
  const edit = useJobEdits(REASON).job?.job_name as TableCellEdit<typeof JOB> | undefined;
  return (
    <EditContext value={store}>
      <div data-cells data-row tabIndex={-1}>
        <EditCell id="j1" row={JOB} name={JOB.prod_id} edit={edit}>
          {JOB.job_name}
        </EditCell>
      </div>
    </EditContext>
  );
}
const REASON = createReasonStore();
function TableSettings() {
  const { saveSettings } = useTableSettings('tasks');
  return <PressButton on={() => saveSettings({ density: 'roomy' })} />;
}
function Import() {
  const { failure, send } = useSubmission(
    () => undefined,
    () => undefined,
  );
  const validation = {
    draft: { rows: [], source: { name: 'orders.xlsx' } },
    totals: {},
    jobs: [{}],
    detail_rows: [],
  } as unknown as DraftValidation;
  return (
    <>
      <PressButton on={() => send(validation, { same_jobs: 'ask' })} />
      <SubmissionFailure failure={failure} refusedCount={0} />
    </>
  );
}

interface OwnMessage {
  part: ReactNode;
  permissions: readonly string[];
  path: string;
  reads?: Record<string, unknown>;
  press?: (user: UserEvent) => Promise<void>;
}

const createStepsPart = (action: TaskAction, path: string): OwnMessage => ({
  part: (
    <TaskStepsProvider>
      <Step action={action} />
    </TaskStepsProvider>
  ),
  permissions: ['npn_start_task', 'npn_done_task', 'npn_editor_pte', 'npn_change_task', 'npn_do_any_task'],
  path,
});

/** Files that handle every failure themselves. Each is used here and has to show the failure. */
const OWN_MESSAGES: Record<string, OwnMessage> = {
  'entities/task/calls/use-task-calls.ts': createStepsPart('start', '/api/editor/task/update'),
  'entities/task/calls/use-task-calls.ts: assign': createStepsPart('assign', '/api/task/assign'),
  'entities/task/calls/use-task-calls.ts: a form': {
    ...createStepsPart('reject', '/api/editor/task/update'),
    press: async (user) => {
      await pressButton(user);
      await user.click(await screen.findByRole('button', { name: 'Reject' }));
    },
  },
  'entities/assign/use-bulk-actions.tsx': { part: <Many />, permissions: ['npn_assign_task'], path: '/api/task/bulk' },
  'features/redo/use-delete-redo.ts': {
    part: (
      <TaskStepsProvider>
        <Redo />
      </TaskStepsProvider>
    ),
    permissions: ['npn_delete_redo_task'],
    path: '/api/task/redo/delete',
  },
  'features/request/use-request-moves.tsx': {
    part: (
      <RequestMovesProvider>
        <Move />
      </RequestMovesProvider>
    ),
    permissions: ['npn_cs_customer_request'],
    path: '/api/customer-request/change-status',
  },
  'features/task/record/supporters.tsx': {
    part: <Supporters row={createTaskRow({ supporters: [{ user_id: 9, note: '' }] })} />,
    permissions: ['npn_do_any_task'],
    path: '/api/task/supporter/update',
    press: async (user) => user.click(await screen.findByRole('button', { name: /^Remove/ })),
  },
  'features/price/grid/use-price-draft.ts': {
    part: <Prices />,
    permissions: ['npn_change_customer_price'],
    path: '/api/customer/price/update',
    press: async (user) => {
      await user.click(await screen.findByRole('button', { name: 'Type' }));
      await pressButton(user);
    },
  },
  'features/job/list/use-job-edits.ts': {
    part: <Cell />,
    permissions: ['npn_change_job', 'npn_view_job'],
    path: '/api/job/update',
    press: async (user) => {
      await user.click(await screen.findByRole('button', { name: /261118-001/ }));
      await user.type(await screen.findByRole('textbox'), ' in Huế{Enter}');
    },
  },
  'features/job/bulk/delete-dialog.tsx': {
    part: (
      <DeleteRowsDialog
        kind="tasks"
        selected={
          {
            jobs: [],
            elsewhere: [],
            tasksOfJobs: null,
            details: [],
            tasks: [{ task: TASK, detail: {} }],
            allTasks: [],
          } as never
        }
        onDeleteJobs={() => Promise.resolve()}
        onClose={() => undefined}
        onDeleted={() => undefined}
      />
    ),
    permissions: ['npn_delete_task'],
    path: '/api/task/delete',
    press: async (user) => user.click(await screen.findByRole('button', { name: 'Delete' })),
  },
  'features/customer/form/delete-dialog.tsx': {
    part: <DeleteCustomer row={CUSTOMER} onClose={() => undefined} />,
    permissions: ['npn_delete_customer', 'npn_view_customer'],
    path: '/api/customer/delete',
    reads: { '/api/customer/detail/list': { results: [CUSTOMER], total_items: 1, total_pages: 1 } },
    press: async (user) => {
      const button = await screen.findByRole<HTMLButtonElement>('button', { name: /^Delete/ });
      await waitFor(() => expect(button.disabled).toBe(false));
      await user.click(button);
    },
  },
  'features/auth/sign-in-form.tsx': {
    part: <SignInForm />,
    permissions: [],
    path: '/api/user/login',
    press: async (user) => {
      await user.type(await screen.findByLabelText('Username'), 'lan');
      await user.type(screen.getByLabelText('Password'), 'secret{Enter}');
    },
  },
  'features/allowance/month/use-allowance-call.ts': {
    part: <DayForm anchor={document.body} staff_id={1} day="2026-11-02" entry={DAY} onClose={() => undefined} />,
    permissions: ['npn_admin_allowance'],
    path: '/api/allowance/daily/update',
    press: async (user) => user.click(await screen.findByRole('button', { name: 'Save' })),
  },
  'features/allowance/sheet/use-sheet.ts': {
    part: <Sheet />,
    permissions: ['npn_admin_allowance'],
    path: '/api/allowance/daily/add',
  },
  'features/job/bulk-add/use-submission.ts': {
    part: <Import />,
    permissions: ['npn_add_job'],
    path: '/api/job/import/stage',
    press: async (user) => {
      const button = await screen.findByText('Press');
      // A read is retried after pauses of seconds. Fake timers skip them.
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }).setTimerTickMode('nextTimerAsync');
      await user.click(button);
      await vi.waitFor(() => expect(getMessages()).not.toEqual([]), 20_000).finally(() => vi.useRealTimers());
    },
  },
  'entities/record-import/fix-rows.tsx': {
    part: (
      <FixRows
        kind="member"
        columns={[
          {
            name: 'staff_id',
            vi: 'Mã',
            en: 'Staff ID',
            other_headings: [],
            required: true,
            is_text: true,
            choices: [],
          },
        ]}
        chosen={{
          name: 'a',
          file_name: 'a.csv',
          rows: [{ row: 1, cells: { staff_id: 'A1' } }],
          fields: ['staff_id'],
          unread: [],
          notes: { formulas: 0, hidden: [], merged: 0 },
        }}
        onStartOver={() => undefined}
        onDone={() => undefined}
      />
    ),
    permissions: ['npn_add_member'],
    path: '/api/import/run',
    // The rows are checked without a press.
    press: () => Promise.resolve(),
  },
  'ui/data-table/columns/data-table-settings.ts': {
    part: <TableSettings />,
    permissions: [],
    path: '/api/user/preferences',
  },
};

/** Requests that the page makes automatically. Their failures are not shown. */
const SILENT_FILES = [
  'app/layout/use-sign-out.ts',
  'app/palette/palette-recent.ts',
  'features/notification/notification-panel.tsx',
  'entities/request/use-mark-as-read.ts',
];

/** Finds the failure handlers in a source file, each with its body. */
const findHandlers = (source: string): string[] =>
  [...source.matchAll(/onError: \([^)]*\)(?:: \w+)? => (\{[\s\S]*?\n {2,4}\},|[^,\n]*)/g)].map(([, body = '']) => body);

/** True if a handler declares every failure as shown. */
const isHandlingAll = (body: string): boolean => {
  const returnValues = [...body.matchAll(/return ([^;]*);/g)].map(([, response]) => response);
  return body.startsWith('{')
    ? returnValues.length > 0 && returnValues.every((response) => response === 'true')
    : body.startsWith('true');
};

const isWrite = (name: string): boolean => writes.some((endpoint) => endpoint.name.endsWith(name));

it('only the listed files handle failures without the shared mechanism', () => {
  const root = join(import.meta.dirname, '..');
  const ownFiles = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.|^(lib\/call|testing)\//.test(file))
    .filter((file) => {
      const source = readFileSync(join(root, file), 'utf8');
      const calls = [...source.matchAll(/\bcall\(\w+Endpoints(\.\w+)/g)].some(([, name = '']) => isWrite(name));
      return calls || findHandlers(source).some(isHandlingAll);
    });
  const listed = Object.keys(OWN_MESSAGES).map((key) => key.replace(/: .*/, ''));
  expect(ownFiles.toSorted()).toEqual([...new Set([...listed, ...SILENT_FILES])].toSorted());
});

describe.each(Object.entries(FAILURES))('%s', (_, failure) => {
  it('the failure is shown for every write, sent by a button or by a form', async () => {
    const toasts: string[] = [];
    const recordFailure = (text: string) => {
      toasts.push(text);
      return () => undefined;
    };
    const { network, update } = await showPart(null);
    for (const { path } of writes) network.respond(path.replace('{id}', '1'), failure);
    update(
      <ToastContext
        value={{ success: recordFailure, info: recordFailure, error: recordFailure, failed: recordFailure }}
      >
        <Callers />
      </ToastContext>,
    );
    for (const button of screen.getAllByText('Press')) button.click();
    await waitFor(() => expect(toasts.filter(Boolean)).toHaveLength(2 * writes.length));
  });

  it.each(Object.entries(OWN_MESSAGES))(
    'the failure is shown by %s',
    async (_file, { part, path, permissions, reads, press }) => {
      const { user, network, update } = await showPart(null, { permissions });
      for (const [read, response] of Object.entries(reads ?? {})) network.respond(read, () => Response.json(response));
      network.respond(path, failure);
      update(part);
      await (press ?? pressButton)(user);
      await waitFor(() => expect(getMessages().join()).not.toBe(''));
      expect(network.calls.map((sentCall) => sentCall.path)).toContain(path);
    },
  );
});
