// @vitest-environment happy-dom
import { complaintEndpoints } from '@darkroom/contract/request/complaint';
import { portalEndpoints } from '@darkroom/contract/portal/portal';
import { priceEndpoints } from '@darkroom/contract/price/price';
import { dueDateReportEndpoints } from '@darkroom/contract/due-date/report';
import { qualityEndpoints } from '@darkroom/contract/quality/quality';
import { workEndpoints } from '@darkroom/contract/floor/work';
import { screen } from '@testing-library/react';
import type { ComponentType } from 'react';
import { expect, it } from 'vitest';
import PortalReportPage from '../features/portal/report/portal-report-page.tsx';
import PriceReportPage from '../features/price/report/report-page.tsx';
import { ForecastScores } from '../features/due-dates/forecast-scores.tsx';
import DueDatesPage from '../features/due-dates/due-dates-page.tsx';
import QualityPage from '../features/quality/quality-page.tsx';
import ComplaintsPage from '../features/request/complaint-report/complaints-page.tsx';
import WorkPage from '../features/work/work-page.tsx';
import { createProblemResponse } from '../testing/network.ts';
import { showPart } from '../testing/part.tsx';

const Forecasts = () => <ForecastScores today="2026-11-20" />;

/** Every report with its endpoint and the beginning of its footnote. */
const REPORTS: [name: string, report: ComponentType, path: string, footnote?: string][] = [
  ['quality', QualityPage, qualityEndpoints.report.path, 'Click a figure'],
  ['one’s own work', WorkPage, workEndpoints.list.path, 'Choose a figure'],
  ['complaints', ComplaintsPage, complaintEndpoints.complaints.path, 'Complaints count by the day'],
  ['prices', PriceReportPage, priceEndpoints.report.path, 'Completed pieces'],
  ['dueDate', DueDatesPage, dueDateReportEndpoints.report.path],
  ['forecasts', Forecasts, dueDateReportEndpoints.forecasts.path],
  ['a customer’s orders', PortalReportPage, portalEndpoints.report.path, 'Completed pieces'],
];

it.each(REPORTS)(
  'report %s shows only an error and Retry when it cannot be loaded',
  async (_, Report, path, footnote = 'Completed pieces') => {
    const { network, user } = await showPart(<Report />, {
      account: Report === PortalReportPage ? 'customer' : 'staff',
    });
    network.respond(path, () => createProblemResponse(422, 'validation'));
    const retryButton = await screen.findByRole('button', { name: 'Try again' });
    expect(screen.getAllByRole('alert')).toHaveLength(1);
    expect(screen.queryByRole('table')).toBeNull();
    expect(document.body.textContent).not.toContain(footnote);
    const countCalls = () => network.calls.filter((call) => call.path === path).length;
    const callsBefore = countCalls();
    await user.click(retryButton);
    expect(countCalls()).toBe(callsBefore + 1);
  },
);
