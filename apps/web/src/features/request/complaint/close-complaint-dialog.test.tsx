// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { createProblemResponse } from '../../../testing/network.ts';
import { showPart } from '../../../testing/part.tsx';
import { createComplaintTask, createRequestRow } from '../../../testing/rows.ts';
import { CloseComplaintDialog } from './close-complaint-dialog.tsx';

const CHANGE = '/api/customer-request/change-status';
const ROW = createRequestRow({
  id: 31,
  subject: 'Leaning',
  type: 'FAULTS',
  status: 'PROCESSING',
  version: 4,
  rework_done: 1,
});

describe('dialog that closes a complaint', () => {
  it('the dialog keeps the reply after another user’s change, and the second try succeeds', async () => {
    const { user, network } = await showPart(<CloseComplaintDialog row={ROW} onClose={() => undefined} />, {
      permissions: ['npn_cs_customer_request'],
    });
    const now = { ...ROW, version: 5 };
    network.respond(
      CHANGE,
      () => createProblemResponse(409, 'stale', { current: now }),
      () => Response.json({ ...now, version: 6, status: 'DONE' }),
    );
    await user.type(await screen.findByRole('textbox'), 'It stands straight now.');
    const close = screen.getByRole('button', { name: 'Close with this reply' });
    const listSentBodies = () => network.calls.filter(({ path }) => path === CHANGE).map(({ body }) => body);
    await user.click(close);
    await waitFor(() => expect(listSentBodies()).toHaveLength(1));
    await waitFor(() => expect(close.className).not.toContain('loading'));
    await user.click(close);
    await waitFor(() => expect(listSentBodies()).toHaveLength(2));
    const savedReply = { id: 31, status: 'DONE', reply: 'It stands straight now.' };
    expect(listSentBodies()).toEqual([
      { ...savedReply, version: 4 },
      { ...savedReply, version: 5 },
    ]);
  });

  it('the dialog first lists parts still in rework and the added charge', async () => {
    const { network, update } = await showPart(null, { permissions: ['npn_cs_customer_request'] });
    const grownTask = createComplaintTask(1, { counted_before: 7, sent_at: '2026-11-18T03:00:00.000Z' });
    const shrunkTask = createComplaintTask(2, { counted_before: 7 });
    network.respond('/api/customer-request/complaint', () =>
      Response.json({
        tasks: [{ ...grownTask, task: { ...grownTask.task, quantity: 9 } }, shrunkTask],
        pieces: 3,
        minutes: 0,
        sub_prod_ids_in_rework: ['261118-001-02'],
      }),
    );
    update(<CloseComplaintDialog row={ROW} onClose={() => undefined} />);
    await screen.findByText('Part 261118-001-02 is still in rework.');
    await screen.findByText('261118-001-01 #1: quantity 9, was 7: 2 more pieces are billed.');
    expect(screen.queryByText(/261118-001-02 #2/)).toBeNull();
  });
});
