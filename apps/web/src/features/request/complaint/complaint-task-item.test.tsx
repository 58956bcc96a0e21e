// @vitest-environment happy-dom
import type { ComplaintTask } from '@darkroom/contract/request/complaint';
import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { showPart } from '../../../testing/part.tsx';
import { ComplaintTaskItem } from './complaint-task-item.tsx';

const SENT_AT = '2026-11-18T03:00:00.000Z';
const LATER_SENT_AT = '2026-11-19T03:00:00.000Z';
const createRework = (sent_at: string, pieces: number, rework_notes: string) => ({
  sent_at,
  sent_by: 1,
  pieces,
  rework_notes,
});

const TASK: ComplaintTask = {
  task_id: 7,
  status: 13,
  task: {
    version: 1,
    workstream: 'PTE',
    sub_prod_id: '261118-001-02',
    service_cat2_id: 3,
    quantity: 12,
    editor: 2,
    edited_by_ids: [2],
    qc_1: 3,
    qc_2: 4,
    rework_qc_1: null,
    rework_qc_2: null,
  },
  sent_at: LATER_SENT_AT,
  sent_by: 1,
  rounds: [createRework(SENT_AT, 2, 'Image 14 leans'), createRework(LATER_SENT_AT, 1, 'It leans the other way now')],
  running: null,
  counted_before: null,
  pieces: 3,
  minutes: 24,
  fault_kinds: [],
  recheck_fault_kinds: [],
};
const show = (of: ComplaintTask, isNamed = false, more: readonly string[] = []) =>
  showPart(
    <ul>
      <ComplaintTaskItem complaintTask={of} isNamedByCustomer={isNamed} />
    </ul>,
    { permissions: ['npn_cs_customer_request', ...more] },
  );

describe('a task of a complaint', () => {
  it('the task shows the notes of each rework and the totals', async () => {
    await show(TASK);
    await screen.findByText('Image 14 leans');
    expect(screen.getByText('It leans the other way now')).toBeTruthy();
    expect(screen.getByText('Pieces: 3 · sent to rework 2 times · 24 min')).toBeTruthy();
    // A user who cannot view the rework list sees no link.
    expect(screen.queryByRole('link')).toBeNull();
  });

  it('the task links to its rework in the rework list', async () => {
    await show(TASK, false, ['npn_view_redo']);
    const link = await screen.findByRole('link', { name: 'Open rework' });
    expect(link.getAttribute('href')).toBe('/job/redo-tasks?task=7');
  });

  it('the task shows its current editor when another editor did the work', async () => {
    const people = { 2: 'Hoa', 5: 'Lan' };
    const { network, update } = await showPart(null, { permissions: ['npn_cs_customer_request'] });
    network.respond('/api/user/list', () =>
      Response.json(
        Object.fromEntries(
          Object.entries(people).map(([id, full_name]) => [
            id,
            { id: Number(id), username: full_name, full_name, active: true, is_superuser: false, permissions: [] },
          ]),
        ),
      ),
    );
    update(
      <ul>
        <ComplaintTaskItem complaintTask={{ ...TASK, task: { ...TASK.task!, editor: 5 } }} isNamedByCustomer={false} />
      </ul>,
    );
    await screen.findByText(/edited by Hoa · now assigned to Lan · QC 1/);
  });

  it('the task shows that the customer named its part', async () => {
    await show(TASK, true);
    await screen.findByText('named by the customer');
  });

  it('the task shows that its rework belongs to another complaint, or to both', async () => {
    const running = {
      since: LATER_SENT_AT,
      by: 1,
      pieces: 2,
      rework_notes: 'The sky is grey',
      counted_by_other_complaint: true,
    };
    await show({ ...TASK, sent_at: null, rounds: [], running });
    await screen.findByText(/In rework for another complaint/);
    expect(screen.queryByText('This rework also belongs to another complaint.')).toBeNull();
    await show({ ...TASK, running });
    await screen.findByText('This rework also belongs to another complaint.');
  });

  it('the task shows the charge that its completed rework added', async () => {
    await show({ ...TASK, status: 9, counted_before: 10 });
    await screen.findByText('Quantity 12, was 10: 2 more pieces are billed.');
  });
});
