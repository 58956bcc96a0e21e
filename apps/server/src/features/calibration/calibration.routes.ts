import type { Handlers } from '../../http/handlers.ts';
import { answerBlindCheck, readAgreement, readMine, releaseBlindCheck, takeBlindCheck } from './calibration.service.ts';

export const calibrationRoutes = {
  'calibration.mine': readMine,
  'calibration.take': takeBlindCheck,
  'calibration.answer': answerBlindCheck,
  'calibration.release': releaseBlindCheck,
  'calibration.agreement': readAgreement,
} satisfies Partial<Handlers>;
