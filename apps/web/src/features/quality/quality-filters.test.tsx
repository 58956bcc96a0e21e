// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { showPart } from '../../testing/part.tsx';
import { QualityFilters } from './quality-filters.tsx';
import { qualityList } from './quality-search.ts';

const show = (leading: number, whole = false) =>
  showPart(
    <QualityFilters
      search={qualityList.schema.parse({})}
      setSearch={() => undefined}
      today="2026-11-20"
      by="editor"
      ledWorkstreamCount={leading}
      hidesGrouping={whole}
    />,
  );

it('the filter shows “Everyone’s work” to the lead of both workstreams', async () => {
  await show(2);
  expect(await screen.findByText('Everyone’s work')).toBeTruthy();
});

it('the filter shows “Work of people I lead” to the lead of one workstream', async () => {
  await show(1);
  expect(await screen.findByText('Work of people I lead')).toBeTruthy();
});

it('the filters have no grouping when the report has only one figure', async () => {
  await show(0);
  expect(await screen.findByRole('group', { name: 'Group By' })).toBeTruthy();
  cleanup();
  await show(0, true);
  expect(screen.queryByRole('group', { name: 'Group By' })).toBeNull();
});
