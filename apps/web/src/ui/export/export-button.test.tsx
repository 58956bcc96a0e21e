// @vitest-environment happy-dom
import { allowanceExport } from '@darkroom/contract/allowance/allowance';
import { complaintExport } from '@darkroom/contract/request/complaint';
import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { showPart } from '../../testing/part.tsx';
import { ExportButton } from './export-button.tsx';

const listFormats = async () => {
  const items = await screen.findAllByRole('menuitem');
  return items.map(({ textContent }) => textContent);
};

it('the menu shows the content of each format', async () => {
  const list = { date_from: '2026-11-01', date_to: '2026-11-30' };
  const { user } = await showPart(<ExportButton endpoint={complaintExport} list={list} total={2} />, {
    is_superuser: true,
  });
  await user.click(await screen.findByRole('button', { name: 'Export' }));
  expect(await listFormats()).toEqual([
    'Excel (.xlsx)One row per group, with a total',
    'PDF (.pdf)For printing, up to 5,000 rows',
  ]);
});

it('the menu offers a slip per person when each has a page', async () => {
  const list = { year: 2026, month: 11 };
  const { user } = await showPart(<ExportButton endpoint={allowanceExport} list={list} total={2} />, {
    is_superuser: true,
  });
  await user.click(await screen.findByRole('button', { name: 'Export' }));
  expect(await listFormats()).toEqual([
    'Excel (.xlsx)One row per person, their days on a second sheet',
    'PDF (.pdf)For printing, one slip per person',
  ]);
});

it('the menu offers Excel when a list is too long for PDF', async () => {
  const list = { date_from: '2026-11-01', date_to: '2026-11-30' };
  const { user, network } = await showPart(<ExportButton endpoint={complaintExport} list={list} total={5001} />, {
    is_superuser: true,
  });
  await user.click(await screen.findByRole('button', { name: 'Export' }));
  await user.click(await screen.findByRole('menuitem', { name: /^PDF/ }));
  await screen.findByText('A PDF can have at most 5,000 rows. Use Excel, or filter the list further.');
  expect(network.calls.filter(({ path }) => path === complaintExport.path)).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Export Excel' }));
  await waitFor(() =>
    expect(network.calls.find(({ path }) => path === complaintExport.path)?.body).toMatchObject({ format: 'xlsx' }),
  );
});
