// @vitest-environment happy-dom
import type { Advice } from '@darkroom/contract/task/advice';
import type { OutputOf } from '@darkroom/contract/endpoint';
import type { userEndpoints } from '@darkroom/contract/user/user';
import { TaskStatus } from '@darkroom/domain/task/status';
import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { showPart } from '../../testing/part.tsx';
import { createTaskRow } from '../../testing/rows.ts';
import { AssignChoice } from './assign-choice.tsx';
import type { Batch } from './batches.ts';

const LEADER = ['npn_assign_task', 'npn_view_task'];
const TASK = createTaskRow({ status: TaskStatus.TO_DO, editor: null, edited_by_ids: [] });
const NAMES: Readonly<Record<number, string>> = { 1: 'anh', 2: 'binh', 3: 'chi', 4: 'dung' };

const createUser = (id: number): OutputOf<typeof userEndpoints.list>[string] => ({
  id,
  username: NAMES[id]!,
  full_name: `Full ${NAMES[id]}`,
  active: true,
  is_superuser: false,
  is_away: false,
  // chi's group has only the permission of the workstream.
  permissions: id === 3 ? ['npn_editor_pte'] : ['npn_editor_pte', 'npn_view_task', 'npn_start_task', 'npn_done_task'],
});
const createLoad = (user_id: number, open_tasks: number, workstream = 'PTE') => ({
  user_id,
  workstreams: [workstream],
  open_tasks,
  minutes: open_tasks * 30,
  off_from: null as string | null,
});
const createAdvice = (user_id: number, rank: number, changes: Partial<Advice> = {}): Advice => ({
  user_id,
  rank,
  score: 100 - rank,
  first: 48,
  passed: 47,
  done: 45,
  minutes: 0,
  open_tasks: 0,
  working: false,
  of_customer: 0,
  ...changes,
});

/** Renders the panel. binh is advised before chi and anh, who has the least open work. dung edits another workstream. */
async function show(ofOts = [createLoad(4, 0, 'OTS')], users: object = {}) {
  const onAssign = vi.fn<(batches: readonly Batch[]) => Promise<boolean>>(() => Promise.resolve(true));
  const onNext = vi.fn();
  const createPanel = (ready = [TASK], pending = false) => (
    <AssignChoice
      assignableTasks={ready}
      excludedCount={0}
      pending={pending}
      onAssign={onAssign}
      onContinue={onNext}
      onEscape={() => undefined}
    />
  );
  const shown = await showPart(createPanel([]), { permissions: LEADER });
  const { network } = shown;
  network.respond('/api/user/list', () =>
    Response.json({ 1: createUser(1), 2: createUser(2), 3: createUser(3), 4: createUser(4), ...users }),
  );
  network.respond('/api/category', () =>
    Response.json({
      service_type: {},
      cat1: {},
      cat2: { 3: { id: 3, name: 'Skin', level: 1, enabled: true, cat1: { id: 2, name: 'Portrait' } } },
    }),
  );
  network.respond('/api/task/load', () =>
    Response.json({ results: [createLoad(1, 0), createLoad(2, 2), createLoad(3, 1), ...ofOts] }),
  );
  network.respond('/api/task/advice', () =>
    Response.json({
      results: [
        createAdvice(2, 1, { working: true, of_customer: 12 }),
        createAdvice(3, 2, { first: 0, passed: 0, done: 0 }),
        createAdvice(1, 3, { first: 4, passed: 3, done: 1 }),
      ],
      service_cat2_id: 3,
    }),
  );
  shown.update(createPanel());
  await screen.findAllByText(/first-pass yield/);
  await waitFor(() => expect(screen.getAllByText(/Portrait \/ Skin/)).toHaveLength(3));
  return { ...shown, createPanel, onAssign, onNext };
}

const getEditorRows = () => screen.getAllByRole('button').filter((button) => 'editor' in button.dataset);
const getEditorNames = () => getEditorRows().map((row) => row.querySelector('b')?.textContent);
const getSearchField = () => screen.getByRole<HTMLInputElement>('searchbox', { name: 'Search editors' });
/** Returns the search hint: the effect of Enter or of the key. */
const getHint = () => document.getElementById(getSearchField().getAttribute('aria-describedby') ?? '')?.textContent;
const createBatches = (editor: number): Batch[] => [{ action: 'assign', editor, tasks: [TASK] }];

const BINHS_TASK = createTaskRow({ task_id: 61, status: TaskStatus.EDITOR_ASSIGNED, editor: 2 });

describe('assigned tasks', () => {
  it('an editor who has all selected tasks cannot be assigned them', async () => {
    const { update, createPanel } = await show();
    update(createPanel([BINHS_TASK]));
    await waitFor(() => expect(getHint()).toContain('1 already has an editor: binh'));
    const binh = getEditorRows().find((row) => row.querySelector('b')?.textContent === 'binh');
    expect(binh?.getAttribute('aria-disabled')).toBe('true');
    expect(binh?.textContent).toContain('Already assigned');
    update(createPanel([BINHS_TASK, TASK]));
    await waitFor(() => expect(binh?.getAttribute('aria-disabled')).toBe('false'));
  });

  it('a plan by load names the tasks that change editor and each resulting load', async () => {
    const { user: person, update, createPanel, network, onAssign } = await show();
    const share = { tasks: [61], minutes: 30, minutes_after: 30, open_after: 2 };
    network.respond('/api/task/spread', () =>
      Response.json({
        results: [{ user_id: 1, ...share }],
        unassignable_task_ids: [TASK.task_id],
      }),
    );
    update(createPanel([BINHS_TASK, TASK]));
    await person.click(await screen.findByRole('button', { name: 'Distribute 2 tasks evenly' }));
    expect(await screen.findByText('1 will be reassigned from binh.')).toBeDefined();
    expect(screen.getByText('→ 30 min')).toBeDefined();
    // The keyboard focus is on the plan.
    await person.keyboard('{Control>}{Enter}{/Control}');
    expect(onAssign.mock.calls).toEqual([[[{ action: 'reassign', editor: 1, tasks: [BINHS_TASK], spread: true }]]]);
  });

  it('a plan stays after a failed assignment and closes after success', async () => {
    const { user: person, update, createPanel, network, onAssign, onNext } = await show();
    network.respond('/api/task/spread', (body) => {
      const { editors } = body as { editors: number[] };
      const share = { minutes: 30, minutes_after: 30, open_after: 1 };
      return Response.json({
        results: [{ user_id: editors.includes(2) ? 2 : 1, tasks: [61, 7], ...share }],
        unassignable_task_ids: [],
      });
    });
    const tasks = [BINHS_TASK, { ...TASK, task_id: 7 }];
    update(createPanel(tasks));
    await person.click(await screen.findByRole('button', { name: 'Distribute 2 tasks evenly' }));
    const binh = within((await screen.findByTitle('Full binh')).closest('li')!);
    await person.click(binh.getByRole('checkbox'));
    const resolvers: ((isDone: boolean) => void)[] = [];
    onAssign.mockImplementation(() => new Promise((resolve) => void resolvers.push(resolve)));
    const findButton = () => screen.findByRole<HTMLButtonElement>('button', { name: 'Assign 2 tasks' });
    await waitFor(async () => expect((await findButton()).disabled).toBe(false));
    await person.click(await findButton());
    await act(async () => resolvers[0]?.(false));
    expect(binh.getByRole<HTMLInputElement>('checkbox').checked).toBe(false);
    expect(onNext).not.toHaveBeenCalled();
    await person.click(await findButton());
    // Tasks that are assigned already do not count as another editor's while the rest is in progress.
    update(createPanel(tasks.map((task) => ({ ...task, status: TaskStatus.EDITOR_ASSIGNED, editor: 1 }))));
    expect(await findButton()).toBeDefined();
    await act(async () => resolvers[1]?.(true));
    expect(onAssign.mock.calls[0]).toEqual(onAssign.mock.calls[1]);
    expect(document.activeElement).toBe(getSearchField());
    expect(onNext).toHaveBeenCalledTimes(1);
  });

  it('a plan has no button when the load is even already', async () => {
    const { user: person, update, createPanel, network } = await show();
    network.respond('/api/task/spread', () =>
      Response.json({
        results: [{ user_id: 2, tasks: [61, 62], minutes: 30, minutes_after: 30, open_after: 1 }],
        unassignable_task_ids: [],
      }),
    );
    update(createPanel([BINHS_TASK, { ...BINHS_TASK, task_id: 62 }]));
    await person.click(await screen.findByRole('button', { name: 'Distribute 2 tasks evenly' }));
    expect(
      await screen.findByText('These tasks are already assigned to these editors. Nothing changes.'),
    ).toBeDefined();
    expect(screen.queryByRole('button', { name: /^Assign/ })).toBeNull();
  });

  it('the hint names no current editor and no key works during an assignment', async () => {
    const { update, createPanel } = await show();
    update(createPanel([BINHS_TASK, TASK], true));
    await waitFor(() => expect(getHint()).toBe('Assigning…'));
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Distribute 2 tasks evenly' }).disabled).toBe(true);
  });
});

describe('absent editors', () => {
  it('an editor whose leave begins soon is assignable, and shows its first day', async () => {
    await show([{ ...createLoad(4, 0), off_from: '2026-12-03' }]);
    const dung = getEditorRows().find((row) => row.textContent.includes('Off from 03 Dec 2026'));
    expect(dung?.textContent).toContain('dung');
    expect(dung?.getAttribute('aria-disabled')).toBe('false');
  });

  it('an absent editor is last, not assignable and not in a plan', async () => {
    const { user: person, network, update, createPanel } = await show([], { 2: { ...createUser(2), is_away: true } });
    expect(getEditorNames()).toEqual(['chi', 'anh', 'binh']);
    const binh = getEditorRows().at(-1);
    expect(binh?.textContent).toContain('Away');
    expect(binh?.getAttribute('aria-disabled')).toBe('true');
    network.respond('/api/task/spread', () => Response.json({ results: [], unassignable_task_ids: [] }));
    update(createPanel([TASK, BINHS_TASK]));
    await person.click(await screen.findByRole('button', { name: 'Distribute 2 tasks evenly' }));
    const box = within((await screen.findByTitle('Full binh')).closest('li')!).getByRole<HTMLInputElement>('checkbox');
    expect(box.checked).toBe(false);
  });
});

describe('the editor of an assignment', () => {
  it('editors are listed as advised, with reasons, and other workstreams last', async () => {
    await show();
    expect(getEditorNames()).toEqual(['binh', 'chi', 'anh', 'dung']);
    const [binh, chi, anh, dung] = getEditorRows().map((row) => row.textContent);
    expect(binh).toContain(
      'Portrait / Skin: first-pass yield 98% of 48 · 45 done · active within the last hour · 12 tasks of this customer',
    );
    expect(binh).toContain('suggested first');
    expect(chi).toContain('Portrait / Skin: no checks yet');
    expect(anh).toContain('Portrait / Skin: first-pass yield 75% of 4 · 1 done');
    expect(dung).not.toContain('first-pass yield');
    expect(dung).toContain('Not an editor of this workstream');
    expect(chi).toContain('the group lacks permissions');
    expect(anh).not.toContain('the group lacks permissions');
    expect(getEditorRows().map((row) => row.getAttribute('aria-disabled'))).toEqual([
      'false',
      'false',
      'false',
      'true',
    ]);
  });

  it('one key assigns to the first advised or first found editor', async () => {
    const { user: person, onAssign } = await show();
    expect(getHint()).toMatch(/assigns to binh/);
    await person.type(getSearchField(), 'nobody of this name');
    await person.keyboard('{Control>}{Enter}{/Control}');
    expect(onAssign).not.toHaveBeenCalled();
    await person.clear(getSearchField());
    await person.type(getSearchField(), 'anh');
    expect(getEditorNames()).toEqual(['anh']);
    expect(getHint()).toContain('Enter assigns to anh');
    await person.keyboard('{Control>}{Enter}{/Control}');
    await person.keyboard('{Control>}{Enter}{/Control}');
    expect(onAssign.mock.calls).toEqual([[createBatches(1)], [createBatches(2)]]);
  });

  it('the first Enter marks an editor and the second Enter assigns', async () => {
    const { user: person, onAssign } = await show();
    await person.click(getSearchField());
    await person.keyboard('{Enter}');
    expect(onAssign).not.toHaveBeenCalled();
    expect(getHint()).toContain('Enter assigns to binh');
    await person.keyboard('{ArrowDown}{ArrowDown}{ArrowUp}');
    expect(getHint()).toContain('Enter assigns to chi');
    await person.keyboard('{Enter}');
    expect(onAssign.mock.calls).toEqual([[createBatches(3)]]);
  });

  it('a press assigns, arrows move the focus, and editors of other workstreams are disabled', async () => {
    const { user: person, onAssign } = await show();
    getEditorRows()[0]?.focus();
    await person.keyboard('{ArrowDown}j');
    expect(document.activeElement).toBe(getEditorRows()[2]);
    await person.keyboard('k');
    expect(document.activeElement).toBe(getEditorRows()[1]);
    await person.click(getEditorRows()[3]!);
    expect(onAssign).not.toHaveBeenCalled();
    await person.click(getEditorRows()[2]!);
    expect(onAssign.mock.calls).toEqual([[createBatches(1)]]);
  });

  it('a message names the workstreams when no editor has all of them', async () => {
    const { update, createPanel } = await show();
    update(createPanel([TASK, { ...TASK, task_id: 8, workstream: 'OTS' }]));
    await waitFor(() =>
      expect(getHint()).toContain(
        'These tasks are of PTE, OTS, and no editor works on both. Select one workstream, or distribute them evenly.',
      ),
    );
    expect(getHint()).not.toContain('No one edits');
    expect(getEditorRows().map((row) => /Edits only (PTE|OTS)/.exec(row.textContent)?.[1])).toContain('OTS');
    expect(screen.queryByText('Not an editor of this workstream')).toBeNull();
    expect(screen.getByRole('button', { name: 'Distribute 2 tasks evenly' })).toBeDefined();
  });

  it('a message names the workstream and a remedy when it has no editor', async () => {
    const { update, createPanel } = await show([]);
    update(createPanel([TASK, { ...TASK, task_id: 8, workstream: 'OTS' }]));
    await waitFor(() => expect(getHint()).toContain('No one edits OTS. Add that permission to a group first.'));
  });

  it("an editor without a permission takes new work, but not another editor's work", async () => {
    const { user, onAssign, update, createPanel } = await show();
    await user.click(screen.getByRole('button', { name: /^chi/ }));
    expect(onAssign).toHaveBeenCalledTimes(1);
    update(createPanel([{ ...TASK, status: TaskStatus.PROCESSING, editor: 9 }]));
    await user.click(screen.getByRole('button', { name: /^chi/ }));
    expect(onAssign).toHaveBeenCalledTimes(1);
    await user.click(screen.getByRole('button', { name: /^anh/ }));
    expect(onAssign).toHaveBeenCalledTimes(2);
  });

  it('the hint names the current editor when some tasks are assigned already', async () => {
    const { user, update, createPanel } = await show();
    expect(getHint()).not.toContain('already');
    const others = [
      { ...TASK, task_id: 8, status: TaskStatus.EDITOR_ASSIGNED, editor: 3 },
      { ...TASK, task_id: 9, status: TaskStatus.EDITOR_ASSIGNED, editor: 1 },
    ];
    update(createPanel([TASK, others[0]!]));
    expect(getHint()).toContain('1 already has an editor: chi.');
    update(createPanel([TASK, ...others]));
    expect(getHint()).toContain('2 already have an editor: chi, anh.');
    expect(getHint()).not.toContain('hands');
    // The new editor is known after one is marked. Tasks that this editor has already are not counted.
    await user.type(getSearchField(), 'anh');
    expect(getHint()).toContain('1 will be reassigned from chi.');
    await user.clear(getSearchField());
    await user.type(getSearchField(), 'dung');
    expect(getHint()).toContain('2 already have an editor: chi, anh.');
  });
});
