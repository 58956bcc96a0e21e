import type { Handlers } from '../../http/handlers.ts';
import {
  changeRequestBoard,
  changeRequestStatus,
  countRequests,
  linkRequestJob,
  listRequestJobs,
  listRequests,
  reviewRequest,
} from './request.service.ts';

export const requestRoutes = {
  'request.list': listRequests,
  'request.counts': countRequests,
  'request.changeStatus': changeRequestStatus,
  'request.review': reviewRequest,
  'request.changeBoard': changeRequestBoard,
  'request.linkJob': linkRequestJob,
  'request.jobs': listRequestJobs,
} satisfies Partial<Handlers>;
