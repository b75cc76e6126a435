// The journey of bench/journeys for k6.
import http from 'k6/http';
import { check, sleep } from 'k6';

const from = Number(__ENV.THINK_FROM) / 1000;
const to = Number(__ENV.THINK_TO) / 1000;
const users = Number(__ENV.USERS);

export const options = {
  summaryTrendStats: ['count', 'med', 'p(99)', 'p(99.9)', 'max'],
  scenarios: {
    shop: {
      executor: 'constant-arrival-rate',
      rate: Number(__ENV.RATE),
      timeUnit: '1s',
      duration: `${__ENV.SECONDS}s`,
      preAllocatedVUs: users,
      maxVUs: users,
      gracefulStop: '60s',
    },
  },
  // These make k6 keep the times of each step apart.
  thresholds: {
    'http_req_duration{name:login}': ['max>=0'],
    'http_req_duration{name:browse}': ['max>=0'],
    'http_req_duration{name:order}': ['max>=0'],
  },
};

const random = () => 1 + Math.floor(Math.random() * 1000);
const think = () => sleep(from + Math.random() * (to - from));
const json = { 'Content-Type': 'application/json' };

export default function () {
  const user = JSON.stringify({ user: `user-${random()}`, pass: 'secret' });
  const login = http.post(`${__ENV.URL}login`, user, { headers: json, tags: { name: 'login' } });
  if (login.status !== 200) {
    return;
  }
  const credential = { Authorization: `Bearer ${login.json('token')}` };
  think();
  http.get(`${__ENV.URL}items/${random()}`, { headers: credential, tags: { name: 'browse' } });
  think();
  const order = http.post(`${__ENV.URL}orders`, '{"item":"7"}', {
    headers: { ...json, ...credential },
    tags: { name: 'order' },
  });
  check(order, { ok: (each) => each.json('status') === 'ok' });
}
