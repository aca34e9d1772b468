import { aws } from '#relay/backend/scrapers/kinds/aws.ts'
import { azure } from '#relay/backend/scrapers/kinds/azure.ts'
import { azureDevops } from '#relay/backend/scrapers/kinds/azure-devops.ts'
import { docker } from '#relay/backend/scrapers/kinds/docker.ts'
import { exec } from '#relay/backend/scrapers/kinds/exec.ts'
import { file } from '#relay/backend/scrapers/kinds/file.ts'
import { gcp } from '#relay/backend/scrapers/kinds/gcp.ts'
import { git } from '#relay/backend/scrapers/kinds/git.ts'
import { githubActions } from '#relay/backend/scrapers/kinds/github-actions.ts'
import { http } from '#relay/backend/scrapers/kinds/http.ts'
import { kubernetes } from '#relay/backend/scrapers/kinds/kubernetes.ts'
import { kubernetesFile } from '#relay/backend/scrapers/kinds/kubernetes-file.ts'
import { slack } from '#relay/backend/scrapers/kinds/slack.ts'
import { sql } from '#relay/backend/scrapers/kinds/sql.ts'
import { system } from '#relay/backend/scrapers/kinds/system.ts'
import { terraform } from '#relay/backend/scrapers/kinds/terraform.ts'
import { trivy } from '#relay/backend/scrapers/kinds/trivy.ts'
import { scraperKindOf } from '#relay/backend/scrapers/scraper-kind.ts'
import type { ScraperKinds } from '#relay/backend/scrapers/scraper-spec.ts'
import { unavailableKinds } from '#relay/backend/scrapers/unavailable-kinds.ts'

/** Every kind of scraper that this console knows: those that run here, and why the others cannot. */
export const scraperKinds: ScraperKinds = {
  here: [
    scraperKindOf(system),
    scraperKindOf(file),
    scraperKindOf(http),
    scraperKindOf(sql),
    scraperKindOf(exec),
    scraperKindOf(git),
    scraperKindOf(kubernetes),
    scraperKindOf(docker),
    scraperKindOf(githubActions),
    scraperKindOf(aws),
    scraperKindOf(azure),
    scraperKindOf(gcp),
    scraperKindOf(azureDevops),
    scraperKindOf(slack),
    scraperKindOf(trivy),
    scraperKindOf(terraform),
    scraperKindOf(kubernetesFile),
  ],
  elsewhere: unavailableKinds,
}
