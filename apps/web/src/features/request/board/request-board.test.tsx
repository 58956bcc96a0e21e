// @vitest-environment happy-dom
import type { RequestRow } from '@darkroom/contract/request/request';
import { REQUEST_BOARDS, REQUEST_STATUSES, type RequestStatus } from '@darkroom/domain/request/status';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { createProblemResponse, type Network } from '../../../testing/network.ts';
import { showPart } from '../../../testing/part.tsx';
import { createRequestRow } from '../../../testing/rows.ts';
import { requestList } from '../request-search.ts';
import { RequestMovesProvider } from '../use-request-moves.tsx';
import { RequestBoard } from './request-board.tsx';

const LIST = '/api/customer-request/list';
const CHANGE = '/api/customer-request/change-status';
const ROW = createRequestRow({ id: 31, subject: 'More sky', status: 'TODO' });

/** Returns the response for a column of a board with one request. */
const createColumn = (body: unknown, row: RequestRow): Response => {
  const { status } = body as { status: RequestStatus[] };
  const results = status.includes(row.status) ? [row] : [];
  const totals = REQUEST_BOARDS.flatMap((board) => REQUEST_STATUSES.map((of) => ({ board, status: of, count: 0 })));
  return Response.json({ results, totals, total_items: results.length, total_pages: 1 });
};

const answerColumns = (network: Network, row: RequestRow) => network.respond(LIST, (body) => createColumn(body, row));
const findCard = async (column: RegExp) =>
  within(await screen.findByRole('region', { name: column })).findByRole('button', { name: 'More sky' });

async function showBoard() {
  const shown = await showPart(<span />, { permissions: ['npn_cs_customer_request'] });
  answerColumns(shown.network, ROW);
  shown.update(
    <RequestMovesProvider>
      <RequestBoard search={requestList.schema.parse({})} setSearch={() => undefined} />
    </RequestMovesProvider>,
  );
  (await findCard(/^To Do/)).focus();
  return shown;
}

describe('the card with the keyboard focus', () => {
  it('the card keeps the focus when a step is refused and the card returns', async () => {
    const { network, user } = await showBoard();
    const respond = network.hold(CHANGE);
    await user.keyboard('{Shift>}{ArrowRight}{/Shift}');
    expect(document.activeElement).toBe(await findCard(/^Processing/));
    respond(createProblemResponse(403, 'forbidden'));
    const restoredCard = await findCard(/^To Do/);
    await waitFor(() => expect(document.activeElement).toBe(restoredCard));
  });

  it('the card stays in its new column when an older list response arrives late', async () => {
    const { network, user } = await showBoard();
    network.respond(CHANGE, () => Response.json({ ...ROW, status: 'PROCESSING', version: 2 }));
    const pendingResponses = new Map<string, (response: Response) => void>();
    network.respond(
      LIST,
      (body) => new Promise<Response>((resolve) => pendingResponses.set(JSON.stringify(body), resolve)),
    );
    await user.keyboard('{Shift>}{ArrowRight}{/Shift}');
    expect(document.activeElement).toBe(await findCard(/^Processing/));
    await waitFor(() => expect(pendingResponses.size).toBe(REQUEST_STATUSES.length));

    const respond = network.hold(CHANGE);
    await user.keyboard('{Shift>}{ArrowLeft}{/Shift}');
    expect(document.activeElement).toBe(await findCard(/^To Do/));
    for (const [body, resolve] of pendingResponses)
      resolve(createColumn(JSON.parse(body), { ...ROW, status: 'PROCESSING', version: 2 }));
    await new Promise((settled) => setTimeout(settled, 50));
    expect(document.activeElement).toBe(await findCard(/^To Do/));
    answerColumns(network, { ...ROW, version: 3 });
    respond(Response.json({ ...ROW, version: 3 }));
    await waitFor(() => expect(document.querySelector('[data-pending]')).toBeNull());
    expect(document.activeElement).toBe(await findCard(/^To Do/));
  });
});
