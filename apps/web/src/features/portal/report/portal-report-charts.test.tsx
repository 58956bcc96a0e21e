// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { showPart } from '../../../testing/part.tsx';
import { PortalReportCharts } from './portal-report-charts.tsx';

const createKinds = (amounts: readonly number[]) =>
  amounts.map((amount, index) => ({
    service_cat2_id: index + 1,
    category: `Photo / Kind ${index + 1}`,
    amount,
    quantity: 1,
    unpriced: 0,
    pieces_in_rework: 0,
  }));

it('the chart shows number and amount of the categories without a bar', async () => {
  const ten = Array.from({ length: 10 }, () => 100);
  const createChart = (amounts: readonly number[]) => (
    <PortalReportCharts chart={{ months: [], categories: createKinds(amounts) }} currency="USD" />
  );
  const shown = await showPart(createChart([0.5, ...ten, 2.25, 0]), { account: 'customer' });
  await screen.findByText('not shown: 2 others, 2.75 in total');
  shown.update(createChart([...ten, 0]));
  await vi.waitFor(() => expect(screen.queryByText(/not shown/)).toBeNull());
});
