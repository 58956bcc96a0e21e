// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { showPart } from '../../testing/part.tsx';
import { createTaskRow } from '../../testing/rows.ts';
import { rankGroups } from './palette-rank.ts';
import { useRecords } from './palette-search.ts';

function Found({ text }: { text: string }) {
  const { groups } = useRecords(text);
  return rankGroups(groups, text).flatMap(({ entries }) => entries.map(({ key, label }) => <p key={key}>{label}</p>));
}

const LISTED = '/api/task/list';
const createPage = (...ids: number[]) =>
  Response.json({ results: ids.map((task_id) => createTaskRow({ task_id })), total_pages: 1, total_items: ids.length });

it('the tasks of one detail are listed with their own numbers', async () => {
  const { network, update } = await showPart(null, { permissions: ['npn_view_task'] });
  network.respond(LISTED, () => createPage(41, 42));
  update(<Found text="lake" />);
  await screen.findByText(/ #41 · Lakeside/);
  await screen.findByText(/ #42 · Lakeside/);
  expect(network.calls.filter(({ path }) => path === LISTED)).toHaveLength(1);
});

it('the task with the typed number comes first', async () => {
  const { network, update } = await showPart(null, { permissions: ['npn_view_task'] });
  network.respond(LISTED, (body) =>
    (body as { text: string }).text === '#261118' ? createPage(261118) : createPage(1, 2, 3, 4, 5, 6),
  );
  update(<Found text="261118" />);
  const ownNumberEntry = await screen.findByText(/ #261118 · Lakeside/);
  expect(ownNumberEntry.previousElementSibling).toBeNull();
  await screen.findByText(/ #5 · Lakeside/);
  expect(screen.queryByText(/ #6 · Lakeside/)).toBeNull();
});

it('a number is searched once when it is typed as in rows', async () => {
  const { network, update } = await showPart(null, { permissions: ['npn_view_task'] });
  network.respond(LISTED, () => createPage(990155));
  update(<Found text="#990155" />);
  await screen.findByText(/ #990155 · Lakeside/);
  expect(network.calls.filter(({ path }) => path === LISTED).map(({ body }) => body)).toEqual([
    { text: '#990155', page_size: 6 },
  ]);
});
