// @vitest-environment happy-dom
import { requestEndpoints, type RequestRow } from '@darkroom/contract/request/request';
import { useQuery } from '@tanstack/react-query';
import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { query } from '../../lib/api/query.ts';
import { createProblemResponse } from '../../testing/network.ts';
import { showPart } from '../../testing/part.tsx';
import { createRequestRow } from '../../testing/rows.ts';
import { RequestMovesProvider, useRequestMoves } from './use-request-moves.tsx';

const CHANGE = '/api/customer-request/change-status';
const FIRST = createRequestRow({ id: 31, subject: 'More sky' });
const SECOND = createRequestRow({ id: 32, subject: 'Less grass' });

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
  const listSentBodies = () => network.calls.filter(({ path }) => path === CHANGE).map(({ body }) => body);
  return { network, press, listSentBodies };
}

const createStartedResponse = () => Response.json({ ...FIRST, status: 'PROCESSING', version: 2 });
const createRevertedResponse = () => Response.json({ ...FIRST, version: 3 });

describe('Undo on the boards', () => {
  it('Undo waits for the response to the step that is already shown', async () => {
    const { network, press, listSentBodies } = await showBoard();
    const respond = network.hold(CHANGE);
    await press('Start the first');
    await press('Take back');
    expect(listSentBodies()).toHaveLength(1);
    network.respond(CHANGE, createRevertedResponse);
    respond(createStartedResponse());
    await screen.findByText('Undone');
    expect(listSentBodies()[1]).toEqual({ id: 31, version: 2, status: 'TODO' });
  });

  it('Undo reverts the step before a refused step', async () => {
    const { network, press, listSentBodies } = await showBoard();
    network.respond(
      CHANGE,
      createStartedResponse,
      () => createProblemResponse(403, 'forbidden'),
      createRevertedResponse,
    );
    await press('Start the first');
    await screen.findByText(/More sky/);
    await press('Start the second');
    await screen.findByText(/Less grass/);
    await press('Take back');
    await screen.findByText('Undone');
    expect(listSentBodies()[2]).toEqual({ id: 31, version: 2, status: 'TODO' });
  });
});

describe('a step without a response', () => {
  const LIST = '/api/customer-request/list';
  const COLUMNS = ['TODO', 'PROCESSING'] as const;

  function Column({ status }: { status: (typeof COLUMNS)[number] }) {
    const { data, refetch } = useQuery(query(requestEndpoints.list, { board: 'CS_BOARD', status: [status] }));
    return (
      <section aria-label={status}>
        <button onClick={() => void refetch()}>Read {status}</button>
        {data?.results.map(({ id, subject }) => (
          <p key={id}>{subject}</p>
        ))}
        <p>{data?.totals.map((total) => `${total.count} ${total.status}`).join(', ')}</p>
      </section>
    );
  }

  async function showColumns(rows: RequestRow[]) {
    const createListResponse = (body: unknown) => {
      const results = rows.filter((row) => (body as { status: string[] }).status.includes(row.status));
      const totals = COLUMNS.map((status) => ({
        board: 'CS_BOARD',
        status,
        count: rows.filter((row) => row.status === status).length,
      }));
      return Response.json({ results, totals, total_items: results.length, total_pages: 1 });
    };
    const shown = await showPart(
      <RequestMovesProvider>
        <Board />
        {COLUMNS.map((status) => (
          <Column key={status} status={status} />
        ))}
      </RequestMovesProvider>,
      { permissions: ['npn_cs_customer_request'] },
    );
    shown.network.respond(LIST, createListResponse);
    const press = async (name: string) => shown.user.click(await screen.findByRole('button', { name }));
    for (const status of COLUMNS) await press(`Read ${status}`);
    const readColumn = (status: string) => screen.getByRole('region', { name: status }).textContent;
    await waitFor(() => expect(readColumn('TODO')).toContain('More sky'));
    return { ...shown, press, readColumn };
  }

  it('the card stays in place while the columns reload with other users’ changes', async () => {
    const rows: RequestRow[] = [{ ...FIRST, board: 'CS_BOARD', status: 'TODO' }];
    const { network, press, readColumn } = await showColumns(rows);
    const respond = network.hold(CHANGE);
    await press('Start the first');
    await waitFor(() => expect(readColumn('PROCESSING')).toContain('More sky'));
    rows.push({ ...SECOND, board: 'CS_BOARD', status: 'TODO' });
    for (const status of COLUMNS) await press(`Read ${status}`);
    await waitFor(() => expect(readColumn('TODO')).toContain('Less grass'));
    expect(readColumn('TODO')).not.toContain('More sky');
    expect(readColumn('TODO')).toContain('1 TODO, 1 PROCESSING');
    expect(readColumn('PROCESSING')).toContain('More sky');
    expect(readColumn('PROCESSING')).toContain('1 TODO, 1 PROCESSING');
    rows[0] = { ...rows[0]!, status: 'PROCESSING', version: 2 };
    respond(Response.json(rows[0]));
    await screen.findByText(/“More sky”/);
    expect(readColumn('PROCESSING')).toContain('More sky');
  });

  it('the card shows another user’s change of the same request', async () => {
    const rows: RequestRow[] = [{ ...FIRST, board: 'CS_BOARD', status: 'TODO' }];
    const { network, press, readColumn } = await showColumns(rows);
    const respond = network.hold(CHANGE);
    await press('Start the first');
    await waitFor(() => expect(readColumn('PROCESSING')).toContain('More sky'));
    rows[0] = { ...rows[0]!, version: 2, subject: 'More sky, and birds' };
    await press('Read TODO');
    await waitFor(() => expect(readColumn('TODO')).toContain('More sky, and birds'));
    respond(createProblemResponse(409, 'stale', { current: rows[0] }));
    await waitFor(() => expect(readColumn('PROCESSING')).not.toContain('More sky'));
  });
});

describe('a step after another user’s step', () => {
  it('the message names the customer who moved the request by accepting a quote', async () => {
    const { network, press } = await showBoard();
    const current = { ...FIRST, status: 'DONE', version: 2, moved_by: 62, moved_by_name: 'Lumen Sydney' };
    network.respond(CHANGE, () => createProblemResponse(409, 'stale', { current }));
    await press('Start the first');
    await screen.findByText(/Lumen Sydney/);
  });
});
