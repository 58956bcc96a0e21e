import type { Handlers } from '../../http/handlers.ts';
import { readForecastScores, readPromises } from './promise-report.service.ts';

export const forecastRoutes = {
  'promise.report': readPromises,
  'promise.forecasts': readForecastScores,
} satisfies Partial<Handlers>;
