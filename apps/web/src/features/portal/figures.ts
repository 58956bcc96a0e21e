import OwnPricesPage from './price/own-prices-page.tsx';
import OwnReportPage from './report/own-report-page.tsx';

/** Where customers choose what they are shown figures of. */
export const FIGURES = {
  prices: { default: OwnPricesPage },
  report: { default: OwnReportPage },
};
