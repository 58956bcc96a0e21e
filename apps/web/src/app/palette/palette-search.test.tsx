// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { it } from 'vitest';
import { showPart } from '../../testing/part.tsx';
import { taskRowOf } from '../../testing/rows.ts';
import { useRecords } from './palette-search.ts';

function Found() {
  const { groups } = useRecords('lake');
  return groups.flatMap(({ entries }) => entries.map(({ key, label }) => <p key={key}>{label}</p>));
}

it('tells the tasks of one detail apart by their own number', async () => {
  const { network, update } = await showPart(null, { permissions: ['npn_view_task'] });
  const results = [taskRowOf({ task_id: 41 }), taskRowOf({ task_id: 42 })];
  network.answer('/api/task/list', () => Response.json({ results, total_pages: 1, total_items: 2 }));
  update(<Found />);
  await screen.findByText(/ #41 · Lakeside/);
  await screen.findByText(/ #42 · Lakeside/);
});
