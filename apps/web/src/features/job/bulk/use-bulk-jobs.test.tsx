// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { showPart } from '../../../testing/part.tsx';
import type { JobSummary } from '../list/job-selection.ts';
import { useBulkJobs, type BulkChange } from './use-bulk-jobs.ts';

const BULK = '/api/job/bulk-update';
const createJob = (job_id: number): JobSummary => ({
  job_id,
  version: 1,
  prod_id: `261118-00${job_id}`,
  job_date: '2026-11-18',
  job_status: 'TO_DO',
  quoted: false,
  requested: false,
  checksum: 100 + job_id,
});
const JOBS = [createJob(1), createJob(2)];
const CHANGES: readonly BulkChange[] = [{ action: 'delete' }, { action: 'move_date', job_date: '2026-11-20' }];

function Jobs() {
  const bulkJobs = useBulkJobs(() => undefined);
  return (
    <>
      {CHANGES.map((change) => (
        <button key={change.action} onClick={() => void bulkJobs.run(change, JOBS)}>
          {change.action}
        </button>
      ))}
      {bulkJobs.dialog}
    </>
  );
}

const refused = [{ job_id: 2, code: 'job_started', current: null }];
const createDeleteResponse = (deleted: number[]) => () => Response.json({ done: [], before: [], deleted, refused });

/** Expects the number of changed jobs and the only refused row in the dialog. */
async function expectRefused(note: string, row: RegExp) {
  await screen.findByText(note);
  const rows = screen.getAllByRole('row').slice(1);
  expect(rows.map(({ textContent }) => textContent)).toEqual([expect.stringMatching(row)]);
}

describe('bulk changes with refused jobs', () => {
  it('the dialog says "deleted" after a deletion and "changed" after a change', async () => {
    const { user, network } = await showPart(<Jobs />, { permissions: ['npn_delete_job', 'npn_change_job'] });
    const press = async (name: string) => user.click(await screen.findByRole('button', { name }));
    network.respond(BULK, createDeleteResponse([1]), createDeleteResponse([]));
    await press('delete');
    await expectRefused('1 other job was deleted.', /^261118-002/);
    await press('delete');
    await expectRefused('Nothing was deleted.', /^261118-002/);
    network.respond(BULK, createDeleteResponse([]));
    await press('move_date');
    await expectRefused('Nothing was changed.', /^261118-002/);
  });

  it('the content of a job is sent only with a deletion', async () => {
    const { user, network } = await showPart(<Jobs />, { permissions: ['npn_delete_job', 'npn_change_job'] });
    network.respond(BULK, createDeleteResponse([]));
    for (const { action } of CHANGES) await user.click(await screen.findByRole('button', { name: action }));
    await waitFor(() => expect(network.calls.filter(({ path }) => path === BULK)).toHaveLength(2));
    expect(network.calls.flatMap(({ path, body }) => (path === BULK ? [body] : []))).toEqual([
      { action: 'delete', jobs: JOBS.map(({ job_id, checksum }) => ({ job_id, version: 1, checksum })) },
      { action: 'move_date', job_date: '2026-11-20', jobs: JOBS.map(({ job_id }) => ({ job_id, version: 1 })) },
    ]);
  });

  it('the dialog shows the due date of a job moved past it', async () => {
    const { user, network } = await showPart(<Jobs />, { permissions: ['npn_change_job'] });
    const refusedByDueDate = [{ job_id: 2, code: 'due_before_job_date', due_at: '2026-11-19T03:00:00.000Z' }];
    network.respond(BULK, () => Response.json({ done: [], before: [], deleted: [], refused: refusedByDueDate }));
    await user.click(await screen.findByRole('button', { name: 'move_date' }));
    await expectRefused(
      'Nothing was changed.',
      /^261118-002 ?The job is due on 19 Nov 2026 10:00, before that date\. Change the due date first, or keep the job’s date\.$/,
    );
  });
});
