import { jobEndpoints } from '@darkroom/contract/job/job';
import { taskEndpoints } from '@darkroom/contract/task/task';

/** Permission of the endpoint of each form. A URL opens its form only for users with this permission. */
export const FORM_ACCESS = {
  new: jobEndpoints.bulkAdd.access,
  job: jobEndpoints.update.access,
  'add-detail': jobEndpoints.addDetail.access,
  detail: jobEndpoints.updateDetail.access,
  'add-tasks': taskEndpoints.add.access,
  task: taskEndpoints.adminUpdate.access,
} as const;
