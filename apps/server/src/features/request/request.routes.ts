import type { Handlers } from '../../http/handlers.ts';
import { addJobOfRequest } from './request.service.ts';
import {
  changeRequestBoard,
  changeRequestStatus,
  countRequests,
  linkRequestJob,
  listRequestJobs,
  listRequests,
  reviewRequest,
} from './request.service.ts';
import { answerRequest, readThread, seeRequest } from './thread.service.ts';

export const requestRoutes = {
  'request.list': listRequests,
  'request.counts': countRequests,
  'request.changeStatus': changeRequestStatus,
  'request.review': reviewRequest,
  'request.changeBoard': changeRequestBoard,
  'request.linkJob': linkRequestJob,
  'request.newJob': addJobOfRequest,
  'request.jobs': listRequestJobs,
  'request.messages': readThread,
  'request.answer': answerRequest,
  'request.seen': seeRequest,
} satisfies Partial<Handlers>;
