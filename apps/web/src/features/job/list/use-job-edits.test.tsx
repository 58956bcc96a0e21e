// @vitest-environment happy-dom
import { TaskStatus } from '@darkroom/domain/task/status';
import { screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { refusal } from '../../../testing/network.ts';
import { showPart } from '../../../testing/part.tsx';
import { taskRowOf } from '../../../testing/rows.ts';
import { reasonKeeper, useJobEdits } from './use-job-edits.ts';

const UPDATE = '/api/admin/task/update';
const REWORK = taskRowOf({ status: TaskStatus.REWORK, x1: 10, rework_of: 10, rework_quantity: 3 });
const reason = reasonKeeper();

/** The cell of a count as its editor uses it: saved, and once more when what it asks is meant. */
function Cell() {
  const x1 = useJobEdits(reason).counts?.x1;
  const [asked, setAsked] = useState<string | null>(null);
  const save = () =>
    x1?.send(REWORK, '3', 'as counted', asked !== null).then(
      () => setAsked('saved'),
      (error: unknown) => setAsked(x1.askBack?.(error) ?? null),
    );
  return (
    <>
      <p>{asked}</p>
      <button onClick={() => void save()}>Save</button>
    </>
  );
}

it('the cell of a count asks once before a rework counts less than was delivered', async () => {
  const { user, network } = await showPart(<Cell />, { permissions: ['npn_change_task', 'npn_view_job'] });
  network.answer(
    UPDATE,
    () => refusal(422, 'below_delivered', { counted: 3, delivered: 10 }),
    () => Response.json({ ...REWORK, x1: 3, version: 4 }),
  );
  await user.click(await screen.findByRole('button', { name: 'Save' }));
  await screen.findByText('The task counted 10 when it was completed; you enter 3; 7 pieces fewer are billed.');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByText('saved');
  await waitFor(() =>
    expect(network.asked.filter(({ path }) => path === UPDATE).map(({ body }) => body)).toMatchObject([
      { x1: 3 },
      { x1: 3, fewer: true },
    ]),
  );
});
