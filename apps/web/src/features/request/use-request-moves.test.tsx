// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { refusal } from '../../testing/network.ts';
import { showPart } from '../../testing/part.tsx';
import { requestRowOf } from '../../testing/rows.ts';
import { RequestMovesProvider, useRequestMoves } from './use-request-moves.tsx';

const CHANGE = '/api/customer-request/change-status';
const FIRST = requestRowOf({ id: 31, subject: 'More sky' });
const SECOND = requestRowOf({ id: 32, subject: 'Less grass' });

function Board() {
  const { begin, undo } = useRequestMoves();
  return (
    <>
      <button onClick={() => begin(FIRST, 'start')}>Start the first</button>
      <button onClick={() => begin(SECOND, 'start')}>Start the second</button>
      <button onClick={undo}>Take back</button>
    </>
  );
}

async function showBoard() {
  const { user, network } = await showPart(
    <RequestMovesProvider>
      <Board />
    </RequestMovesProvider>,
    { permissions: ['npn_cs_customer_request'] },
  );
  const press = async (name: string) => user.click(await screen.findByRole('button', { name }));
  const sent = () => network.asked.filter(({ path }) => path === CHANGE).map(({ body }) => body);
  return { network, press, sent };
}

const started = () => Response.json({ ...FIRST, status: 'PROCESSING', version: 2 });
const putBack = () => Response.json({ ...FIRST, version: 3 });

describe('Undo on the boards', () => {
  it('waits for the answer of the move that is shown already', async () => {
    const { network, press, sent } = await showBoard();
    const answer = network.hold(CHANGE);
    await press('Start the first');
    await press('Take back');
    expect(sent()).toHaveLength(1);
    network.answer(CHANGE, putBack);
    answer(started());
    await screen.findByText('Undone');
    expect(sent()[1]).toEqual({ id: 31, version: 2, status: 'TODO' });
  });

  it('takes back what was done before a move that was refused', async () => {
    const { network, press, sent } = await showBoard();
    network.answer(CHANGE, started, () => refusal(403, 'forbidden'), putBack);
    await press('Start the first');
    await screen.findByText(/More sky/);
    await press('Start the second');
    await screen.findByText(/Less grass/);
    await press('Take back');
    await screen.findByText('Undone');
    expect(sent()[2]).toEqual({ id: 31, version: 2, status: 'TODO' });
  });
});
