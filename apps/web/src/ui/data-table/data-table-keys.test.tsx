// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { showPart } from '../../testing/part.tsx';
import { focusRowsIfLost, isFocusedRowRemoved } from './data-table-keys.ts';
import { DataTable } from './data-table.tsx';

const JOBS = ['Harbour', 'Villa', 'Chapel', 'Garden'];

function Jobs({ rows = JOBS }: { rows?: readonly string[] }) {
  return (
    <DataTable<string>
      name="Jobs"
      columns={[{ key: 'name', title: 'Job', render: (name) => name }]}
      rows={rows}
      rowKey={(name) => name}
      rowName={(name) => name}
      empty={{ title: 'No jobs yet', hint: '' }}
      page={1}
      pageSize={50}
      total={rows.length}
      onChange={() => undefined}
    />
  );
}

const findRow = (name: string) => screen.getByText(name).closest('tr')!;
const createJobsWithout = (...removedNames: readonly string[]) => (
  <Jobs rows={JOBS.filter((name) => !removedNames.includes(name))} />
);

describe('the focus of a removed row', () => {
  it('the focus stays at the place of the row and continues from there', async () => {
    const { user, update } = await showPart(<Jobs />);
    await user.keyboard('jj');
    expect(document.activeElement).toBe(findRow('Villa'));
    update(createJobsWithout('Villa'));
    expect(document.activeElement).toBe(screen.getByRole('table', { name: 'Jobs' }).parentElement);
    expect(isFocusedRowRemoved()).toBe(true);
    await user.keyboard('j');
    expect(document.activeElement).toBe(findRow('Chapel'));
    expect(isFocusedRowRemoved()).toBe(false);
    update(createJobsWithout('Villa', 'Chapel'));
    await user.keyboard('k');
    expect(document.activeElement).toBe(findRow('Harbour'));
  });

  it("the focus moves to the next row when the user's own step removed it", async () => {
    const { user, update } = await showPart(<Jobs />);
    await user.keyboard('jj');
    update(createJobsWithout('Villa'));
    focusRowsIfLost();
    expect(document.activeElement).toBe(findRow('Chapel'));
  });

  it('the focus does not return when the row had lost it before', async () => {
    const { user, update } = await showPart(<Jobs />);
    await user.keyboard('jj');
    findRow('Villa').blur();
    await Promise.resolve();
    update(createJobsWithout('Villa'));
    expect(document.activeElement).toBe(document.body);
  });
});
