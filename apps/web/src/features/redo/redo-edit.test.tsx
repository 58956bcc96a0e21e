// @vitest-environment happy-dom
import { historyEndpoints, type HistoryEntry } from '@darkroom/contract/history';
import { redoEndpoints } from '@darkroom/contract/request/redo';
import { TaskStatus } from '@darkroom/domain/task/status';
import { act, screen, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { TaskStepsProvider } from '../../entities/task/steps/use-task-steps.tsx';
import { createProblemResponse } from '../../testing/network.ts';
import { createRefetcher } from '../../testing/refetcher.tsx';
import { showPart } from '../../testing/part.tsx';
import { createTaskRow } from '../../testing/rows.ts';
import { RedoEditDialog } from './redo-edit.tsx';

const ROW = createTaskRow({
  status: TaskStatus.REWORK,
  x1: 12,
  rework_quantity: 2,
  rework_notes: 'Brighter',
  rework_at: '2026-11-20T02:00:00.000Z',
  rework_by: 9,
});
const createEntry = (id: number, action: string, changes: HistoryEntry['changes']): HistoryEntry => ({
  id,
  at: '2026-11-27T02:00:00.000Z',
  actor: 9,
  named: { 9: 'Boss' },
  action,
  note: null,
  token_name: null,
  changes,
});
const SENT_ENTRY = createEntry(1, 'task.rework', []);
const NOTE_ENTRY = createEntry(2, 'task.note', [{ field: 'notes', before: '', after: 'Layers are kept' }]);

async function show() {
  const { Refetched, refetch } = createRefetcher();
  const shown = await showPart(null, { permissions: ['npn_change_redo_task', 'npn_view_redo', 'npn_view_all_tasks'] });
  const answerHistory = (...results: HistoryEntry[]) =>
    shown.network.respond(historyEndpoints.list.path, () =>
      Response.json({ results, total_items: results.length, total_pages: 1 }),
    );
  answerHistory(SENT_ENTRY);
  shown.update(
    <TaskStepsProvider>
      <RedoEditDialog row={ROW} onClose={vi.fn()} />
      <Refetched />
    </TaskStepsProvider>,
  );
  await screen.findByRole('textbox', { name: 'Rework Notes' });
  await act(() => refetch());
  return {
    ...shown,
    addHistory: (...entries: HistoryEntry[]) => {
      answerHistory(...entries);
      return act(() => refetch());
    },
  };
}

it('the form labels the notes as rework notes', async () => {
  await show();
  expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Rework Notes' }).value).toBe('Brighter');
});

it('the form shows another user’s change to other fields and saves again', async () => {
  const { network, user, addHistory } = await show();
  network.respond(
    redoEndpoints.update.path,
    () => createProblemResponse(409, 'stale', { current: { ...ROW, version: 4, notes: 'Layers are kept' } }),
    () => Response.json({ ...ROW, version: 5 }),
  );
  await user.type(screen.getByRole('textbox', { name: 'Rework Notes' }), ' still');
  await addHistory(NOTE_ENTRY, SENT_ENTRY);
  await screen.findByText('Layers are kept');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  const notice = within(await screen.findByRole('alert'));
  expect(await notice.findByText('Layers are kept')).toBeTruthy();
  expect(notice.getByText(/The other change does not affect the fields in this form/)).toBeTruthy();
  expect(notice.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Save again']);
  await user.click(notice.getByRole('button'));
  const saves = network.calls.filter(({ path }) => path === redoEndpoints.update.path).map(({ body }) => body);
  expect(saves.at(-1)).toMatchObject({ version: 4, rework_notes: 'Brighter still' });
});
