import OwnDetailPage from './detail/own-detail-page.tsx';
import InfohubPage from './hub/infohub-page.tsx';
import OwnPricesPage from './price/own-prices-page.tsx';
import OwnReportPage from './report/own-report-page.tsx';
import AnswersBadge from './request/answers-badge.tsx';
import ContactPage from './request/contact-page.tsx';

/** The screens of the customer's portal but their home; what is heavy in them comes later still. */
export const PORTAL = {
  detail: { default: OwnDetailPage },
  infohub: { default: InfohubPage },
  prices: { default: OwnPricesPage },
  report: { default: OwnReportPage },
  badge: { default: AnswersBadge },
  contact: { default: ContactPage },
};
