// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { it } from 'vitest';
import { showPart } from '../../../testing/part.tsx';
import { ComplaintsChart } from './complaints-page.tsx';

it('the chart says that it shows only the first 12 lines', async () => {
  const figures = { complaints: 1, tasks: 1, pieces: 1, minutes: 1, delivered: 9, share: 0.1 };
  const results = Array.from({ length: 35 }, (_, index) => ({
    key: index + 1,
    name: `Customer ${index + 1}`,
    ...figures,
  }));
  await showPart(
    <ComplaintsChart
      list={{ results, ...figures }}
      previousList={undefined}
      by="customer"
      previousPeriodText="last month"
    />,
  );
  await screen.findByText(/^the first 12 of 35 · /);
});
