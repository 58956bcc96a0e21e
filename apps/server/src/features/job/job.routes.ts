import type { Handlers } from '../../http/handlers.ts';
import { addDetail, bulkAdd, updateDetail } from './job-add.service.ts';
import { commitImport, findSame, listImports, stagePart, undoImport } from './job-import.service.ts';
import { changeMany, findJobIds } from './job-many.service.ts';
import { deleteWork, listDetails, listJobs, quoteMove, quotePrices, updateJob } from './job.service.ts';

export const jobRoutes = {
  'job.list': listJobs,
  'job.details': listDetails,
  'job.bulkAdd': bulkAdd,
  'job.update': updateJob,
  'job.delete': deleteWork,
  'job.addDetail': addDetail,
  'job.updateDetail': updateDetail,
  'job.quote': quotePrices,
  'job.quoteMove': quoteMove,
  'job.bulk': changeMany,
  'job.ids': findJobIds,
  'job.importStage': stagePart,
  'job.importSame': findSame,
  'job.importCommit': commitImport,
  'job.importUndo': undoImport,
  'job.imports': listImports,
} satisfies Partial<Handlers>;
