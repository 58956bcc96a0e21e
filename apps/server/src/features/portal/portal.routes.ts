import type { Handlers } from '../../http/handlers.ts';
import { listOwnJobs } from './portal-job.service.ts';
import { readOwnChart, readOwnReport } from './portal-report.service.ts';
import {
  addRequest,
  answerBureau,
  countMyRequests,
  listOwnRequests,
  readOwnThread,
  seeOwnRequest,
} from './portal-request.service.ts';
import {
  listArticles,
  listCustomers2,
  listOwnDetails,
  listOwnPrices,
  readArticle,
  readCatalogue,
} from './portal.service.ts';
import { openView } from './portal.service.ts';

export const portalRoutes = {
  'portal.customer2': listCustomers2,
  'portal.catalogue': readCatalogue,
  'portal.detail': listOwnDetails,
  'portal.price': listOwnPrices,
  'portal.job': listOwnJobs,
  'portal.report': readOwnReport,
  'portal.reportChart': readOwnChart,
  'portal.addRequest': addRequest,
  'portal.listRequests': listOwnRequests,
  'portal.requestCounts': countMyRequests,
  'portal.messages': readOwnThread,
  'portal.answer': answerBureau,
  'portal.seen': seeOwnRequest,
  'portal.articles': listArticles,
  'portal.article': readArticle,
  'portal.viewAs': openView,
} satisfies Partial<Handlers>;
