import { endpoints } from '@darkroom/contract/endpoints';
import { addDays, dayOf } from '@darkroom/domain/calendar/day';
import type { Caller } from './bureau.ts';

const { request: bureau, portal, quote: quotes } = endpoints;

/** Customer who requests quotes. */
export const CUSTOMER = 'customer.lumen-sydney';

/** Reads the request with this id in its current state. */
export const readRequest = async (call: Caller, id: number) => (await call(bureau.list, { id })).results[0]!;

/** Finds a category of photo editing that is in the customer's price list, in the form of a quote line. */
export async function findListedPrice(call: (who: string) => Caller, request_id: number) {
  const { prices, customers2 } = await call('boss')(quotes.choices, { request_id });
  const { cat1, cat2, service_type } = await call('boss')(endpoints.category.list, {});
  const isPhoto = (id: number) => {
    const category2 = Object.values(cat2).find((row) => row.id === id);
    const category1 = Object.values(cat1).find(({ id: of }) => of === category2?.cat1.id);
    return Object.values(service_type).some(
      ({ id: of, workstream }) => of === category1?.service_type_id && workstream === 'PTE',
    );
  };
  const price = prices.find(({ service_cat2_id, unit_price }) => unit_price > 0 && isPhoto(service_cat2_id));
  if (!price) throw new Error('The customer has no price for photo editing');
  const name = Object.values(cat2).find(({ id }) => id === price.service_cat2_id)!;
  return { ...price, name: name.name, category: `${name.cat1.name} / ${name.name}`, customers2 };
}

/** Finds a service that a customer can request. */
export const findService = async (customer: Caller): Promise<number> =>
  (await customer(portal.catalogue, {})).service_types[0]!.id;

/** Creates a reviewed request for a quote, with a sent quote. */
export async function createSentQuote(call: (who: string) => Caller, subject: string) {
  const requestFields = {
    type: 'QUOTES',
    subject,
    full_name: 'Ada Chan',
    service_type_id: await findService(call(CUSTOMER)),
    shared_link: 'https://files.example/fronts',
    description: 'What would twelve fronts cost?',
  } as const;
  const { id } = await call(CUSTOMER)(portal.addRequest, requestFields);
  const { version } = await readRequest(call('boss'), id);
  await call('boss')(bureau.review, { id, version, accept: true, board: 'ADMIN_BOARD' });
  const { service_cat2_id, customers2 } = await findListedPrice(call, id);
  const draft = await call('boss')(quotes.save, {
    request_id: id,
    customer2_id: customers2[0]!.id,
    valid_until: addDays(dayOf(Date.now()), 3),
    lines: [{ service_cat2_id, quantity: 12 }],
  });
  const quote = await call('boss')(quotes.send, { id: draft.id, version: draft.version });
  return { id, quote };
}
