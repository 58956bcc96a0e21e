/** A message as it arrives, for whoever builds the other side (decision 136). */
export const MESSAGE_EXAMPLE = `POST /your/address
content-type: application/json
webhook-id: evt_5f0c6d1e8f1b4d3c9a7e2b6c4d8f0a12
webhook-timestamp: 1795500000
webhook-signature: v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=

{"version":1,"id":"evt_5f0c6d1e8f1b4d3c9a7e2b6c4d8f0a12","type":"job.completed","at":"2026-11-24T02:15:30.120Z","data":{"job_id":4711,"prod_id":"261124-003","job_name":"Villa","job_date":"2026-11-24","job_priority":null,"job_status":"COMPLETED","customer2_id":12,"cus_id1":7,"cus_id0":3}}`;

/** How it is checked there. The guide holds the same, and a test runs it. */
export const CHECK_EXAMPLE = `import { createHmac, timingSafeEqual } from 'node:crypto';

/** \`headers\` and the raw \`body\` of a request; throws unless it is genuine and fresh. */
export function check(secret, headers, body) {
  const age = Math.abs(Date.now() / 1000 - Number(headers['webhook-timestamp']));
  if (!(age < 300)) throw new Error('too old');
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const content = \`\${headers['webhook-id']}.\${headers['webhook-timestamp']}.\${body}\`;
  const wanted = createHmac('sha256', key).update(content).digest();
  const genuine = headers['webhook-signature'].split(' ').some((one) => {
    const given = Buffer.from(one.replace(/^v1,/, ''), 'base64');
    return given.length === wanted.length && timingSafeEqual(given, wanted);
  });
  if (!genuine) throw new Error('not genuine');
}`;
