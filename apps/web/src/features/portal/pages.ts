import OwnDetailPage from './detail/own-detail-page.tsx';
import InfohubPage from './hub/infohub-page.tsx';
import AnswersBadge from './request/answers-badge.tsx';
import ContactPage from './request/contact-page.tsx';

/** What customers read and write on; what is heavy in it comes later still. */
export const PORTAL = {
  detail: { default: OwnDetailPage },
  infohub: { default: InfohubPage },
  badge: { default: AnswersBadge },
  contact: { default: ContactPage },
};
