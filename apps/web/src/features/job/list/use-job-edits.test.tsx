// @vitest-environment happy-dom
import type { Job } from '@darkroom/contract/job/job';
import { TaskStatus } from '@darkroom/domain/task/status';
import { screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { describe, expect, it } from 'vitest';
import { createProblemResponse } from '../../../testing/network.ts';
import { showPart } from '../../../testing/part.tsx';
import { createTaskRow } from '../../../testing/rows.ts';
import { createEditStore, type TableCellEdit } from '../../../ui/data-table/edit/cell-edit.ts';
import { EditCell, EditContext } from '../../../ui/data-table/edit/data-table-edit.tsx';
import { createReasonStore, useJobEdits } from './use-job-edits.ts';

const REASON = createReasonStore();

const UPDATE_TASK = '/api/admin/task/update';
const REWORK = createTaskRow({ status: TaskStatus.REWORK, x1: 10, quantity_before_rework: 10, rework_quantity: 3 });

/** Cell of a quantity with its editor: saves, and saves again after a confirmation. */
function Cell() {
  const x1 = useJobEdits(REASON).counts?.x1;
  const [question, setQuestion] = useState<string | null>(null);
  const save = () =>
    x1?.send(REWORK, '3', 'as counted', question !== null).then(
      () => setQuestion('saved'),
      (error: unknown) => setQuestion(x1.askAfterError?.(error) ?? null),
    );
  return (
    <>
      <p>{question}</p>
      <button onClick={() => void save()}>Save</button>
    </>
  );
}

it('the cell asks once about a rework quantity below the delivered quantity', async () => {
  const { user, network } = await showPart(<Cell />, { permissions: ['npn_change_task', 'npn_view_job'] });
  network.respond(
    UPDATE_TASK,
    () => createProblemResponse(422, 'below_delivered', { counted: 3, delivered: 10 }),
    () => Response.json({ ...REWORK, x1: 3, version: 4 }),
  );
  await user.click(await screen.findByRole('button', { name: 'Save' }));
  await screen.findByText('The task was completed with 10. With 3, 7 fewer pieces are billed.');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByText('saved');
  await waitFor(() =>
    expect(network.calls.filter(({ path }) => path === UPDATE_TASK).map(({ body }) => body)).toMatchObject([
      { x1: 3 },
      { x1: 3, fewer: true },
    ]),
  );
  // A confirmed lower quantity does not confirm a higher one.
  expect(network.calls.filter(({ body }) => 'over' in (body as object))).toEqual([]);
});

const UPDATE_JOB = '/api/job/update';
const job = {
  job_id: 4,
  version: 2,
  prod_id: '261118-001',
  job_date: '2026-09-28',
  job_status: 'TO_DO',
  due_at: '2026-10-20T03:00:00.000Z',
  billed: null,
} as unknown as Job;

function DateCell() {
  const edit = useJobEdits(REASON).job?.job_date as TableCellEdit<Job> | undefined;
  return (
    <EditCell id="j4.job_date" row={job} name={job.prod_id} edit={edit}>
      {job.job_date}
    </EditCell>
  );
}

describe('date of a job, edited in its cell', () => {
  const show = async () => {
    const part = await showPart(
      <EditContext value={createEditStore()}>
        <div data-cells data-row tabIndex={-1}>
          <DateCell />
        </div>
      </EditContext>,
      { permissions: ['npn_change_job', 'npn_view_job'] },
    );
    part.network.respond(UPDATE_JOB, () => Response.json(job));
    await part.user.click(await screen.findByRole('button', { name: /261118-001/ }));
    const field = await screen.findByRole<HTMLInputElement>('textbox');
    const type = async (text: string) => {
      await part.user.clear(field);
      await part.user.type(field, `${text}{Enter}`);
    };
    const listSavedBodies = () => part.network.calls.filter(({ path }) => path === UPDATE_JOB).map(({ body }) => body);
    return { ...part, field, type, listSavedBodies };
  };

  it('the date is read and written with the day first in every browser language', async () => {
    const { field, type, listSavedBodies } = await show();
    expect(field.type).toBe('text');
    expect(field.value).toBe('28 Sep 2026');
    await type('05102026');
    await waitFor(() => expect(listSavedBodies()).toEqual([{ job_id: 4, version: 2, job_date: '2026-10-05' }]));
  });

  it('an unreadable date is not saved, and its text stays with the reason', async () => {
    const { field, type, listSavedBodies } = await show();
    await type('31/02/2026');
    expect((await screen.findByRole('alert')).textContent).toBe('This date does not exist: 31/02/2026.');
    await type('tomorrow');
    await screen.findByText('“tomorrow” is not a date. Use dd/mm/yyyy, such as 05/12/2026.');
    expect(field.value).toBe('tomorrow');
    expect(listSavedBodies()).toEqual([]);
  });

  it('the same day in another format saves nothing', async () => {
    const { type, listSavedBodies } = await show();
    await type('28.9.2026');
    await waitFor(() => expect(screen.queryByRole('textbox')).toBeNull());
    expect(listSavedBodies()).toEqual([]);
  });

  it('a job date after the due date shows an error with the due date', async () => {
    const { type, listSavedBodies } = await show();
    await type('21/10/2026');
    expect((await screen.findByRole('alert')).textContent).toBe(
      'The job is due on 20 Oct 2026 10:00, before that date. Change the due date first, or keep the job’s date.',
    );
    expect(listSavedBodies()).toEqual([]);
  });
});
