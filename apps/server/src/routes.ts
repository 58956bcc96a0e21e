import {
  changeGroup,
  createGroup,
  listGroups,
  countTasksLostByGroup,
  removeGroup,
  changePermission,
  createPermission,
  listOwnPermissions,
  readHeldPermissions,
  removePermissions,
} from './features/access/access.service.ts';
import { acceptExceptions } from './features/allowance/accept.service.ts';
import {
  addAllowanceDays,
  addMonthly,
  updateDayEntries,
  updateMonthlyEntries,
} from './features/allowance/allowance-entry.service.ts';
import { readAllowances, readYear } from './features/allowance/allowance.service.ts';
import {
  changeAllowanceMetadata,
  changeMonthLock,
  changeMonthState,
  readClosings,
} from './features/allowance/month.service.ts';
import { countAppeals, decideAppeal, listAppeals, createAppeal } from './features/appeal/appeal.service.ts';
import {
  submitBlindCheck,
  readAgreement,
  readMyBlindCheck,
  releaseBlindCheck,
  takeBlindCheck,
} from './features/blind-check/blind-check.service.ts';
import { addCategory, deleteCategory, readCategories, updateCategories } from './features/category/category.service.ts';
import { readComplaints, readComplaint, reworkOfComplaint } from './features/complaint/complaint.service.ts';
import { addCustomer } from './features/customer/customer-add.service.ts';
import { deleteCustomer } from './features/customer/customer-delete.service.ts';
import { updateCustomer } from './features/customer/customer-update.service.ts';
import { findDistinctValues, listCustomers } from './features/customer/customer.queries.ts';
import { listCustomerDetails } from './features/customer/customer.service.ts';
import { resetLogin, setLoginActive } from './features/customer/login.service.ts';
import { exportFiles } from './features/export/export-files.ts';
import { addTotp, confirmTotp, readFactors, verifyFactor } from './features/factor/factor.service.ts';
import {
  addPasskey,
  createLoginQuestion,
  createPasskeyQuestion,
  createVerifyQuestion,
  verifyPasskey,
} from './features/factor/passkey.service.ts';
import { readBoard } from './features/floor/board.service.ts';
import { createHandoverFile } from './features/floor/shift-handover-file.ts';
import { storeHandover, readHandover } from './features/floor/shift-handover.service.ts';
import { listTvBoardLinks, createTvBoardLink, revokeTvBoardLink } from './features/floor/tv-board.service.ts';
import {
  readForecastScores,
  readJobForecasts,
  readDueDateReport,
} from './features/forecast/due-date-report.service.ts';
import { listAudit } from './features/audit/audit.service.ts';
import { readMonth } from './features/month/month.service.ts';
import { listFirstSteps } from './features/setting/first-steps.service.ts';
import { listHistory } from './features/history/history.service.ts';
import { addDetail, bulkAdd, updateDetail } from './features/job/job-add.service.ts';
import {
  commitImport,
  findSameJobsOfSheet,
  listImports,
  stagePart,
  undoImport,
} from './features/job/job-import.service.ts';
import { changeJobsInBulk, findJobIds } from './features/job/job-bulk.service.ts';
import {
  deleteWork,
  listDetails,
  listJobs,
  previewMovePrices,
  quotePrices,
  updateJob,
} from './features/job/job.service.ts';
import {
  savePreferences,
  listNotifications,
  readPreferences,
  markNotificationsSeen,
} from './features/notification/notification-read.service.ts';
import {
  listPortalJobs,
  readPortalChart,
  readPortalReport,
  listArticles,
  listCustomers2,
  listPortalDetails,
  listPortalPrices,
  openPortalView,
  readArticle,
  readCatalogue,
} from './features/portal/portal.service.ts';
import {
  addRequest,
  recordRequest,
  replyToBureau,
  countMyRequests,
  listPortalRequests,
  readPortalThread,
  markPortalThreadRead,
} from './features/portal/portal-request.service.ts';
import {
  listMails,
  previewMail,
  readMailPreferences,
  readMailState,
  replayMails,
  sendTestMail,
  setMailPreferences,
  unsubscribe,
} from './features/mail/mail.service.ts';
import { fillIn, previewFillIn } from './features/price/fill-in.service.ts';
import { readPriceReport } from './features/price/price-report.service.ts';
import { readPrices, updatePrices } from './features/price/price.service.ts';
import { listQualityTasks, readQuality } from './features/quality/quality.service.ts';
import { acceptQuote, declineQuote, listPortalQuotes } from './features/quote/portal-quote.service.ts';
import { listQuotes, readQuoteChoices, saveQuote, sendQuote, withdrawQuote } from './features/quote/quote.service.ts';
import {
  listImportColumns,
  listRecordImports,
  runImport,
  undoRecordImport,
} from './features/record-import/record-import.service.ts';
import { deleteRedo, listRedo, updateRedo } from './features/redo/redo.service.ts';
import {
  addJobOfRequest,
  changeRequestBoard,
  changeRequestStatus,
  countRequests,
  linkRequestJob,
  listRequestJobs,
  listRequests,
  reviewRequest,
} from './features/request/request.service.ts';
import { replyToRequest, readThread, markRequestSeen } from './features/request/thread.service.ts';
import { findSetting, listLocks, listMetadata } from './features/setting/setting.queries.ts';
import { changeLock, changeXToggle, updateMetadata } from './features/setting/setting.service.ts';
import {
  sendAvatar,
  setAvatar,
  activateMember,
  deactivateMember,
  readOpenWork,
  addMember,
  listMembers,
  readChoices,
  readMember,
  suggestMember,
  updateMember,
} from './features/staff/staff.service.ts';
import { readAdvice, reportAdvice } from './features/task/advice/advice.service.ts';
import { countTasks, readShares } from './features/task/counts/counts.service.ts';
import { changeSupporters } from './features/task/supporter.service.ts';
import { addTasks, adminUpdateTask, deleteTodoTasks, updateTaskNotes } from './features/task/task-admin.service.ts';
import {
  findTaskIds,
  moveTasksInBulk,
  readTimes,
  undoTaskMoves,
  spreadTasks,
} from './features/task/task-bulk.service.ts';
import {
  actOnTask,
  assignTasks,
  listTasks,
  readEditorFaults,
  readHistory,
  readEditorLoad,
} from './features/task/task.service.ts';
import { handOverSelected } from './features/task/leaver-handover.service.ts';
import { addLeave, changeLeave, listLeave, removeLeave } from './features/leave/leave.service.ts';
import { addTeam, deleteTeam, readTeams, updateTeam } from './features/team/team.service.ts';
import {
  addToken,
  listAllTokens,
  listOwnTokens,
  revokeAnyToken,
  revokeOwnToken,
} from './features/token/token.service.ts';
import { recoverAccount, resetPassword } from './features/user/account.service.ts';
import {
  createOwnRecoveryCodes,
  removeOwnFactor,
  resetFactors,
  signInWithPasskey,
} from './features/user/second-factor.service.ts';
import { forgotPassword, setPasswordByLink } from './features/user/link.service.ts';
import {
  endOwnSessions,
  listOwnSessions,
  changePassword,
  signIn,
  signOut,
  whoAmI,
} from './features/user/user.service.ts';
import { listStaffAccounts } from './features/user/user.queries.ts';
import { saveViewPreference, listPreferences } from './features/view/view.queries.ts';
import { readViews, removeView, saveView } from './features/view/view.service.ts';
import {
  addWebhook,
  deleteWebhook,
  listDeliveries,
  readWebhooks,
  replayWebhook,
  rotateWebhook,
  testWebhook,
  updateWebhook,
} from './features/webhook/webhook.service.ts';
import { readPeople, readWork } from './features/work/work.service.ts';
import { fail } from './http/response/fail.ts';
import type { Handlers } from './http/handlers.ts';

/** Service of each endpoint of the contract. An endpoint without a service does not compile. */
export const routes: Handlers = {
  'permission.list': async ({ db }) => ({ results: await readHeldPermissions(db) }),
  'permission.own': listOwnPermissions,
  'permission.create': createPermission,
  'permission.update': changePermission,
  'permission.delete': removePermissions,
  'group.list': listGroups,
  'group.create': createGroup,
  'group.update': changeGroup,
  'group.impact': countTasksLostByGroup,
  'group.delete': removeGroup,
  'allowance.list': readAllowances,
  'allowance.year': readYear,
  'allowance.dailyAdd': addAllowanceDays,
  'allowance.dailyUpdate': updateDayEntries,
  'allowance.monthlyAdd': addMonthly,
  'allowance.monthlyUpdate': updateMonthlyEntries,
  'allowance.accept': acceptExceptions,
  'allowance.moveMonth': changeMonthState,
  'allowance.closings': readClosings,
  'appeal.list': listAppeals,
  'appeal.waiting': countAppeals,
  'appeal.create': createAppeal,
  'appeal.decide': decideAppeal,
  'blindCheck.mine': readMyBlindCheck,
  'blindCheck.take': takeBlindCheck,
  'blindCheck.submit': submitBlindCheck,
  'blindCheck.release': releaseBlindCheck,
  'blindCheck.agreement': readAgreement,
  'category.list': ({ db }) => readCategories(db),
  'category.add': addCategory,
  'category.update': updateCategories,
  'category.delete': deleteCategory,
  'request.rework': reworkOfComplaint,
  'request.complaint': readComplaint,
  'request.complaints': readComplaints,
  'customer.list': ({ db }) => listCustomers(db),
  'customer.detailList': listCustomerDetails,
  'customer.values': ({ db }) => findDistinctValues(db),
  'customer.detailAdd': addCustomer,
  'customer.detailUpdate': updateCustomer,
  'customer.delete': deleteCustomer,
  'customer.setLoginActive': setLoginActive,
  'customer.resetLogin': resetLogin,
  'floor.board': readBoard,
  'floor.handover': readHandover,
  'floor.saveHandover': storeHandover,
  'floor.handoverFile': createHandoverFile,
  'tvBoard.list': listTvBoardLinks,
  'tvBoard.create': createTvBoardLink,
  'tvBoard.revoke': revokeTvBoardLink,
  'dueDate.forecastsOf': readJobForecasts,
  'dueDate.report': readDueDateReport,
  'dueDate.forecasts': readForecastScores,
  'audit.list': listAudit,
  'history.list': listHistory,
  'job.list': listJobs,
  'job.details': listDetails,
  'job.bulkAdd': bulkAdd,
  'job.update': updateJob,
  'job.delete': deleteWork,
  'job.addDetail': addDetail,
  'job.updateDetail': updateDetail,
  'job.quote': quotePrices,
  'job.previewMovePrices': previewMovePrices,
  'job.bulk': changeJobsInBulk,
  'job.ids': findJobIds,
  'job.importStage': stagePart,
  'job.findImportDuplicates': findSameJobsOfSheet,
  'job.importCommit': commitImport,
  'job.importUndo': undoImport,
  'job.imports': listImports,
  'notification.list': listNotifications,
  'notification.seen': markNotificationsSeen,
  'notification.preferences': readPreferences,
  'notification.setPreferences': savePreferences,
  'portal.customer2': listCustomers2,
  'portal.catalogue': readCatalogue,
  'portal.detail': listPortalDetails,
  'portal.price': listPortalPrices,
  'portal.job': listPortalJobs,
  'portal.report': readPortalReport,
  'portal.reportChart': readPortalChart,
  'portal.addRequest': addRequest,
  'portal.listRequests': listPortalRequests,
  'portal.requestCounts': countMyRequests,
  'portal.messages': readPortalThread,
  'portal.reply': replyToBureau,
  'portal.seen': markPortalThreadRead,
  'portal.articles': listArticles,
  'portal.article': readArticle,
  'portal.viewAs': openPortalView,
  'price.detail': (ctx, { id }) => readPrices(ctx, id),
  'price.update': updatePrices,
  'price.previewFillIn': previewFillIn,
  'price.fillIn': fillIn,
  'price.report': readPriceReport,
  'quality.report': readQuality,
  'quality.tasks': listQualityTasks,
  'quote.list': listQuotes,
  'quote.choices': readQuoteChoices,
  'quote.save': saveQuote,
  'quote.send': sendQuote,
  'quote.withdraw': withdrawQuote,
  'portal.quotes': listPortalQuotes,
  'portal.acceptQuote': acceptQuote,
  'portal.declineQuote': declineQuote,
  'recordImport.columns': listImportColumns,
  'recordImport.run': runImport,
  'recordImport.undo': undoRecordImport,
  'recordImport.list': listRecordImports,
  'redo.list': listRedo,
  'redo.update': updateRedo,
  'redo.delete': deleteRedo,
  'request.list': listRequests,
  'request.counts': countRequests,
  'request.changeStatus': changeRequestStatus,
  'request.review': reviewRequest,
  'request.changeBoard': changeRequestBoard,
  'request.linkJob': linkRequestJob,
  'request.newJob': addJobOfRequest,
  'request.jobs': listRequestJobs,
  'request.record': recordRequest,
  'request.messages': readThread,
  'request.reply': replyToRequest,
  'request.seen': markRequestSeen,
  'setting.firstSteps': listFirstSteps,
  'setting.xToggle': async ({ db }) => findSetting(db),
  'setting.changeXToggle': changeXToggle,
  'setting.metadata': async ({ db }, { data_type }) => ({ results: await listMetadata(db, data_type) }),
  // The amounts of allowances also change the open months.
  'setting.updateMetadata': (ctx, input) =>
    input.data_type === 'ALLOWANCE' ? changeAllowanceMetadata(ctx, input) : updateMetadata(ctx, input),
  'setting.locks': async ({ db }, { screen_name }) => ({ results: (await listLocks(db, screen_name)).rows }),
  // The allowance feature closes and reopens months, because it stores their figures.
  'setting.changeLock': (ctx, { month, ...input }) =>
    month === null ? changeLock(ctx, { month, ...input }) : changeMonthLock(ctx, { month, ...input }),
  'staff.info': readMember,
  'staff.list': listMembers,
  'staff.choices': readChoices,
  'staff.suggest': suggestMember,
  'staff.add': addMember,
  'staff.update': updateMember,
  'staff.setAvatar': setAvatar,
  'staff.avatar': sendAvatar,
  'staff.tasksInProgress': readOpenWork,
  'staff.delete': deactivateMember,
  'staff.activate': activateMember,
  'task.list': listTasks,
  'task.counts': countTasks,
  'task.history': readHistory,
  'task.load': readEditorLoad,
  'task.act': actOnTask,
  'task.assign': assignTasks,
  'task.adminUpdate': adminUpdateTask,
  'task.updateNotes': updateTaskNotes,
  'task.add': addTasks,
  'task.delete': deleteTodoTasks,
  'task.ids': findTaskIds,
  'task.bulk': moveTasksInBulk,
  'task.spread': spreadTasks,
  'task.handOver': handOverSelected,
  'task.undo': undoTaskMoves,
  'task.supporters': changeSupporters,
  'task.times': readTimes,
  'task.shares': readShares,
  'task.editorFaults': readEditorFaults,
  'task.advice': readAdvice,
  'task.adviceReport': reportAdvice,
  'team.list': readTeams,
  'team.add': addTeam,
  'team.update': updateTeam,
  'team.delete': deleteTeam,
  'leave.list': listLeave,
  'leave.add': addLeave,
  'leave.update': changeLeave,
  'leave.delete': removeLeave,
  'token.list': listOwnTokens,
  'token.add': addToken,
  'token.revoke': revokeOwnToken,
  'token.all': listAllTokens,
  'token.revokeAny': revokeAnyToken,
  'user.login': signIn,
  'user.factors': readFactors,
  'user.addTotp': addTotp,
  'user.confirmTotp': confirmTotp,
  'user.passkeyQuestion': createPasskeyQuestion,
  'user.addPasskey': addPasskey,
  'user.removeFactor': removeOwnFactor,
  'user.newRecoveryCodes': createOwnRecoveryCodes,
  'user.verifyFactor': verifyFactor,
  'user.verifyPasskeyQuestion': createVerifyQuestion,
  'user.verifyPasskey': verifyPasskey,
  'user.passkeyLoginQuestion': createLoginQuestion,
  'user.passkeyLogin': signInWithPasskey,
  'user.resetFactors': resetFactors,
  'user.forgotPassword': forgotPassword,
  'user.passwordByLink': setPasswordByLink,
  'user.logout': signOut,
  'user.me': whoAmI,
  'user.changePassword': changePassword,
  'user.resetPassword': resetPassword,
  'user.backdoor': recoverAccount,
  'user.sessions': listOwnSessions,
  'user.endSessions': endOwnSessions,
  'user.list': async (ctx) =>
    Object.fromEntries((await listStaffAccounts(ctx.db, ctx.now)).map((user) => [user.id, user])),
  'view.list': readViews,
  'view.save': saveView,
  'view.delete': removeView,
  'view.preferences': async ({ db, actor }) =>
    Object.fromEntries((await listPreferences(db, actor.user_id)).map(({ key, value }) => [key, value])),
  'view.setPreference': async ({ db, actor }, { key, value }) => {
    if (!(await saveViewPreference(db, actor.user_id, key, value))) throw fail('limit_reached');
    return {};
  },
  'month.summary': readMonth,
  'mail.state': readMailState,
  'mail.list': listMails,
  'mail.replay': replayMails,
  'mail.test': sendTestMail,
  'mail.preview': previewMail,
  'mail.preferences': readMailPreferences,
  'mail.setPreferences': setMailPreferences,
  'mail.unsubscribe': unsubscribe,
  'webhook.list': readWebhooks,
  'webhook.add': addWebhook,
  'webhook.update': updateWebhook,
  'webhook.rotate': rotateWebhook,
  'webhook.delete': deleteWebhook,
  'webhook.test': testWebhook,
  'webhook.deliveries': listDeliveries,
  'webhook.replay': replayWebhook,
  'work.list': readWork,
  'work.people': readPeople,
  ...exportFiles,
};
