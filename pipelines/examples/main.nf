// exp in binary64 from 1 to 1.1 by Nextflow: a plan is cut into units, each a process of its own, wherever Nextflow runs them.
//   nextflow run main.nf           results: found.tmd, and covered, the proof that nothing was missed
process cut {
    output:
    path 'plan', emit: plan
    path 'unit.*', emit: units

    script:
    '''
    tmd-plan exp --bits 40 --domain 1:1.1 > plan
    tmd-plan --cut 1 plan | awk '$2 == "in" { file = sprintf("unit.%06d", ++n) } { print > file }'
    '''
}

process search {
    errorStrategy 'retry'

    input:
    path unit

    output:
    path 'found.tmd'

    script:
    "tmd-search - --plan $unit -j 1 -o found.tmd > searched"
}

process join {
    publishDir '.', mode: 'copy'

    input:
    path plan
    path 'out*.tmd'

    output:
    path 'found.tmd'
    path 'covered'

    script:
    'cat out*.tmd | tmd-select -o found.tmd && tmd-stat --plan plan found.tmd > covered'
}

workflow {
    cut()
    search(cut.out.units.flatten())
    join(cut.out.plan, search.out.collect())
}
