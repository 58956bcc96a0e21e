import type { Handlers } from '../../http/handlers.ts';
import {
  addWebhook,
  deleteWebhook,
  listDeliveries,
  readWebhooks,
  replayWebhook,
  rotateWebhook,
  testWebhook,
  updateWebhook,
} from './webhook.service.ts';

export const webhookRoutes = {
  'webhook.list': readWebhooks,
  'webhook.add': addWebhook,
  'webhook.update': updateWebhook,
  'webhook.rotate': rotateWebhook,
  'webhook.delete': deleteWebhook,
  'webhook.test': testWebhook,
  'webhook.deliveries': listDeliveries,
  'webhook.replay': replayWebhook,
} satisfies Partial<Handlers>;
