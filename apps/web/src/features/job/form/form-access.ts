import { jobEndpoints } from '@darkroom/contract/job/job';
import { taskEndpoints } from '@darkroom/contract/task/task';

/** Permission of each form's call: the URL opens no form that the user has no permission for. */
export const FORM_ACCESS = {
  new: jobEndpoints.bulkAdd.access,
  job: jobEndpoints.update.access,
  'add-detail': jobEndpoints.addDetail.access,
  detail: jobEndpoints.updateDetail.access,
  'add-tasks': taskEndpoints.add.access,
  task: taskEndpoints.adminUpdate.access,
} as const;
