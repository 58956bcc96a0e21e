import type { Handlers } from '../../http/handlers.ts';
import { addDays, addMonthly, updateDayEntries, updateMonthlyEntries } from './allowance-entry.service.ts';
import { readAllowances, readYear } from './allowance.service.ts';
import { acceptExceptions } from './accept.service.ts';
import { moveMonth, readClosings } from './month.service.ts';

export const allowanceRoutes = {
  'allowance.list': readAllowances,
  'allowance.year': readYear,
  'allowance.dailyAdd': addDays,
  'allowance.dailyUpdate': updateDayEntries,
  'allowance.monthlyAdd': addMonthly,
  'allowance.monthlyUpdate': updateMonthlyEntries,
  'allowance.accept': acceptExceptions,
  'allowance.moveMonth': moveMonth,
  'allowance.closings': readClosings,
} satisfies Partial<Handlers>;
