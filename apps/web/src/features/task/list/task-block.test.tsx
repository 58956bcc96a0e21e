// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { TaskStepsProvider } from '../../../entities/task/steps/use-task-steps.tsx';
import { showPart } from '../../../testing/part.tsx';
import { createTaskRow } from '../../../testing/rows.ts';
import { useTaskBlock } from './task-block.tsx';
import type { ColumnSet } from './task-columns.tsx';

const row = createTaskRow({ editor: 7, first_qc: 8, second_qc: 9 });
const createPerson = (id: number, username: string, active = true) => ({
  id,
  username,
  full_name: username,
  active,
  is_superuser: false,
  permissions: ['npn_view_task', 'npn_editor_pte', 'npn_start_task', 'npn_done_task'],
});

function Card({ set }: { set: ColumnSet }) {
  return <TaskStepsProvider>{useTaskBlock(set)(row)}</TaskStepsProvider>;
}

const show = async (set: ColumnSet, { left: hasLeft = false } = {}) => {
  const { network, update } = await showPart(null);
  const people = [createPerson(7, 'hoa.bui', !hasLeft), createPerson(8, 'lan.ngo'), createPerson(9, 'minh.vo')];
  network.respond('/api/user/list', () =>
    Response.json(Object.fromEntries(people.map((person) => [person.id, person]))),
  );
  update(<Card set={set} />);
  await screen.findByText('Lakeside');
};

it('a block shows people if the list has columns for them', async () => {
  await show('all');
  await screen.findByText('Editor: hoa.bui · QC 1: lan.ngo · QC 2: minh.vo');
  cleanup();
  await show('waiting');
  await screen.findByText('Editor: hoa.bui');
  cleanup();
  await show('mine');
  expect(screen.queryByText(/hoa\.bui|lan\.ngo/)).toBeNull();
});

it("a block shows the task’s own number next to the detail's number", async () => {
  await show('mine');
  expect(screen.getByText(new RegExp(`${row.sub_prod_id} #${row.task_id}`))).toBeTruthy();
});

it('a block shows that the editor of a task has left', async () => {
  await show('all', { left: true });
  await screen.findByText(/Editor: hoa\.bui: cannot continue/);
});
