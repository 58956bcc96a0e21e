// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { showPart } from '../../../testing/part.tsx';
import { createTaskRow } from '../../../testing/rows.ts';
import { useTaskColumns } from './task-columns.tsx';

const ROWS = [createTaskRow({ task_id: 41 }), createTaskRow({ task_id: 42 })];
const SET = { draggable: false, keepsDueDate: false, toDoOnly: false, shares: new Map() };

function Numbers() {
  const number = useTaskColumns('all', SET).find(({ key }) => key === 'sub_prod_id');
  return ROWS.map((row) => (
    <p role="note" key={row.task_id}>
      {number?.render(row)}
    </p>
  ));
}

it('the list shows the own number of each task of a detail', async () => {
  await showPart(<Numbers />);
  const [first, second] = await screen.findAllByRole('note');
  expect(first?.textContent).toBe(`${ROWS[0]!.sub_prod_id}#41`);
  expect(second?.textContent).toBe(`${ROWS[1]!.sub_prod_id}#42`);
});
