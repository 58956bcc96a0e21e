import type { Handlers } from '../../http/handlers.ts';
import { readForecastScores, readJobForecasts, readPromises } from './promise-report.service.ts';

export const forecastRoutes = {
  'promise.of': readJobForecasts,
  'promise.report': readPromises,
  'promise.forecasts': readForecastScores,
} satisfies Partial<Handlers>;
