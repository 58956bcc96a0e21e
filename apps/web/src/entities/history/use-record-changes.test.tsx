// @vitest-environment happy-dom
import { historyEndpoints, type HistoryEntry } from '@darkroom/contract/history';
import { useQueryClient } from '@tanstack/react-query';
import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { showPart } from '../../testing/part.tsx';
import { useRecordChanges, type IsFinalStatus } from './use-record-changes.ts';

const createEntry = (id: number, action: string, changes: HistoryEntry['changes'] = []): HistoryEntry => ({
  id,
  at: '2026-11-27T02:00:00.000Z',
  actor: 9,
  named: {},
  action,
  note: null,
  token_name: null,
  changes,
});
const OPENED = createEntry(1, 'staff.add');

interface FormProps {
  base?: string;
  isComparing?: boolean;
  isFinalStatus?: IsFinalStatus;
}

/** Changes that a member's form reports. A press opens the notice of a change. */
function Form({ base = 'first', isComparing = false, isFinalStatus }: FormProps) {
  const client = useQueryClient();
  const recordChanges = useRecordChanges({ entity: 'staff', id: 4 }, base, isComparing, isFinalStatus);
  return (
    <button type="button" onClick={() => void client.invalidateQueries()}>
      {recordChanges ? `${recordChanges.state}: ${recordChanges.entries.map(({ id }) => id).join()}` : 'nothing'}
    </button>
  );
}

async function open(permissions: readonly string[] = ['npn_view_member']) {
  const { network, update, user } = await showPart(null, { permissions });
  const answerHistory = (...entries: HistoryEntry[]) =>
    network.respond(historyEndpoints.list.path, () =>
      Response.json({ results: entries, total_items: entries.length, total_pages: 1 }),
    );
  answerHistory(OPENED);
  update(<Form />);
  const form = await screen.findByRole('button');
  const countHistoryRequests = () => network.calls.filter(({ path }) => path === historyEndpoints.list.path).length;
  if (permissions.length > 0) await waitFor(() => expect(countHistoryRequests()).toBe(1));
  const receiveEntries = async (...entries: HistoryEntry[]) => {
    answerHistory(...entries, OPENED);
    await user.click(form);
  };
  const expectText = (text: string) => waitFor(() => expect(form.textContent).toBe(text));
  return { update, answerHistory, receiveEntries, expectText, countHistoryRequests, user, form };
}

const changed = createEntry(2, 'staff.update', [{ field: 'position', before: 'A', after: 'B' }]);

it('a form reports changes made after it was opened, and no earlier ones', async () => {
  const { receiveEntries, expectText } = await open();
  await expectText('nothing');
  await receiveEntries(changed);
  await expectText('changed: 2');
});

it('a form reports a deleted record, but not a member who left', async () => {
  const { receiveEntries, expectText } = await open();
  await receiveEntries(createEntry(2, 'staff.delete', [{ field: 'working_status', before: 'Working', after: 'Left' }]));
  await expectText('changed: 2');
  await receiveEntries(createEntry(2, 'staff.delete', [{ field: 'full_name', before: 'An', after: null }]));
  await expectText('deleted: 2');
});

it('a form reports a final status until that status is undone', async () => {
  const { receiveEntries, expectText, update } = await open();
  update(<Form isFinalStatus={(status) => status !== 'DRAFT'} />);
  const createMove = (id: number, before: string, after: string) =>
    createEntry(id, 'quote.move', [{ field: 'status', before, after }]);
  await receiveEntries(createMove(2, 'DRAFT', 'WITHDRAWN'));
  await expectText('ended: 2');
  await receiveEntries(createMove(3, 'WITHDRAWN', 'DRAFT'), createMove(2, 'DRAFT', 'WITHDRAWN'));
  await expectText('changed: 3,2');
});

it('a form reports a hidden record when its history is empty', async () => {
  const { answerHistory, expectText, user, form } = await open();
  answerHistory();
  await user.click(form);
  await expectText('hidden: ');
});

it('a form that took over changes reports only those made during the comparison', async () => {
  const { receiveEntries, expectText, update } = await open();
  await receiveEntries(changed);
  await expectText('changed: 2');
  update(<Form isComparing />);
  await receiveEntries(createEntry(3, 'staff.update'), changed);
  await expectText('changed: 3,2');
  update(<Form base="second" />);
  await expectText('changed: 3');
});

it('a user without permission causes no request for the history', async () => {
  const { expectText, countHistoryRequests } = await open([]);
  await expectText('nothing');
  expect(countHistoryRequests()).toBe(0);
});
