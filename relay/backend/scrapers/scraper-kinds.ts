import { aws } from '#relay/backend/scrapers/kinds/aws.ts'
import { azure } from '#relay/backend/scrapers/kinds/azure.ts'
import { azureDevops } from '#relay/backend/scrapers/kinds/azure-devops.ts'
import { clickhouse } from '#relay/backend/scrapers/kinds/clickhouse.ts'
import { docker } from '#relay/backend/scrapers/kinds/docker.ts'
import { exec } from '#relay/backend/scrapers/kinds/exec.ts'
import { file } from '#relay/backend/scrapers/kinds/file.ts'
import { gcp } from '#relay/backend/scrapers/kinds/gcp.ts'
import { git } from '#relay/backend/scrapers/kinds/git.ts'
import { github } from '#relay/backend/scrapers/kinds/github.ts'
import { githubActions } from '#relay/backend/scrapers/kinds/github-actions.ts'
import { http } from '#relay/backend/scrapers/kinds/http.ts'
import { kubernetes } from '#relay/backend/scrapers/kinds/kubernetes.ts'
import { kubernetesFile } from '#relay/backend/scrapers/kinds/kubernetes-file.ts'
import { logs } from '#relay/backend/scrapers/kinds/logs.ts'
import { pubsub } from '#relay/backend/scrapers/kinds/pubsub.ts'
import { slack } from '#relay/backend/scrapers/kinds/slack.ts'
import { sql } from '#relay/backend/scrapers/kinds/sql.ts'
import { system } from '#relay/backend/scrapers/kinds/system.ts'
import { terraform } from '#relay/backend/scrapers/kinds/terraform.ts'
import { trivy } from '#relay/backend/scrapers/kinds/trivy.ts'
import { createScraperKind } from '#relay/backend/scrapers/scraper-kind.ts'
import type { ScraperKinds } from '#relay/backend/scrapers/scraper-spec.ts'

const reasons: Readonly<Record<string, string>> = {
  postgres: 'roles and grants of PostgreSQL are not catalog items here (use the kind sql for rows)',
  playwright: 'a browser is required',
}

const unavailableKinds: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(reasons).map(([key, reason]) => [
    key,
    `Scrapers of kind '${key}' cannot run on this installation: ${reason}.`,
  ]),
)

export const scraperKinds: ScraperKinds = {
  here: [
    createScraperKind(system),
    createScraperKind(file),
    createScraperKind(http),
    createScraperKind(sql),
    createScraperKind(exec),
    createScraperKind(git),
    createScraperKind(kubernetes),
    createScraperKind(docker),
    createScraperKind(github),
    createScraperKind(githubActions),
    createScraperKind(aws),
    createScraperKind(azure),
    createScraperKind(gcp),
    createScraperKind(azureDevops),
    createScraperKind(slack),
    createScraperKind(trivy),
    createScraperKind(terraform),
    createScraperKind(kubernetesFile),
    createScraperKind(pubsub),
    createScraperKind(clickhouse),
    createScraperKind(logs),
  ],
  elsewhere: unavailableKinds,
}
