import { jobEndpoints } from '@darkroom/contract/job/job';
import { taskEndpoints } from '@darkroom/contract/task/task';

/** What each form's call asks for: an address alone opens nothing one may not do. */
export const FORM_ACCESS = {
  new: jobEndpoints.bulkAdd.access,
  job: jobEndpoints.update.access,
  'add-detail': jobEndpoints.addDetail.access,
  detail: jobEndpoints.updateDetail.access,
  'add-tasks': taskEndpoints.add.access,
  task: taskEndpoints.adminUpdate.access,
} as const;
